import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../editors/vscode/package.json' with { type: 'json' }
import { commandOf, readEnv } from '../../editors/vscode/src/command-of.ts'
import { installedGov } from '../../editors/vscode/src/installed-gov.ts'
import { isOfGov } from '../../editors/vscode/src/is-of-gov.ts'
import root from '../../package.json' with { type: 'json' }
import { kindOfFile } from '../../src/features/lsp/file-problems.ts'
import { isPublished } from '../../src/terminal/install-line.ts'

const folder = resolve(import.meta.dirname, '../../editors/vscode')
const source = readFileSync(join(folder, 'src/extension.ts'), 'utf8')

describe('the manifest', () => {
  it('is of the version of gov, and for a VS Code whose types it was written with', () => {
    expect(manifest.version).toBe(root.version)
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`)
  })

  it('declares the commands and settings that the code uses, and no others', () => {
    const registered = [...source.matchAll(/registerCommand\('([^']+)'/g)].map(([, name]) => name)
    expect(manifest.contributes.commands.map(({ command }) => command).sort()).toEqual(registered.sort())
    const read = [...source.matchAll(/\.get\('(\w+)'/g)].map(([, name]) => `gov.${name}`)
    // The client reads the last one by its own id.
    expect(Object.keys(manifest.contributes.configuration.properties).sort()).toEqual(
      [...read, 'gov.trace.server'].sort(),
    )
  })

  it('shows an icon', () => {
    expect(existsSync(join(folder, manifest.icon))).toBe(true)
  })

  it('wakes it for the languages that it serves', () => {
    const [, listed = ''] = /documentSelector = \[([^\]]*)\]\.flatMap/.exec(source) ?? []
    const languages = [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => `onLanguage:${name}`)
    expect(languages.length).toBeGreaterThan(0)
    expect(manifest.activationEvents).toEqual(languages)
  })

  it('names schemas that are packed with it', () => {
    const { yamlValidation, jsonValidation } = manifest.contributes
    const pack = readFileSync(join(folder, 'pack.js'), 'utf8')
    for (const { url } of [...yamlValidation, ...jsonValidation])
      expect(pack).toContain(`'../../docs/${url.slice(2)}'`)
  })

  it('goes by the switch of the program for what is on npm', () => {
    expect(isPublished).toBe(!('private' in root))
    expect(source).toMatch(/import \{ isPublished \} from '[./]*src\/terminal\/install-line\.ts'/)
  })

  it('keeps gov itself free of what it needs', () => {
    expect(Object.keys(root.devDependencies)).not.toContain('vscode-languageclient')
    expect(root.files.filter((file) => file.startsWith('editors'))).toEqual([])
  })
})

const nothing = {
  path: '',
  useNpx: false,
  isPublished: true,
  flags: [],
  installed: undefined,
  platform: 'linux',
}
const args = ['lsp', '--stdio']

it.each([
  ['gov on PATH', {}, { command: 'gov', args, options: { shell: false } }],
  ["the workspace's", { installed: '/w/gov' }, { command: '/w/gov', args, options: { shell: false } }],
  [
    'the chosen one',
    { path: '/p/gov', installed: '/w/gov', useNpx: true },
    { command: '/p/gov', args, options: { shell: false } },
  ],
  [
    'npx',
    { useNpx: true, installed: '/w/gov' },
    { command: 'npx', args: ['--yes', '@gov-cli/gov', ...args], options: { shell: false } },
  ],
  [
    'nothing of npm before there is a release',
    { useNpx: true, isPublished: false },
    { command: 'gov', args, options: { shell: false } },
  ],
  [
    'gov with flags',
    { flags: ['--policy', 'my policy.yml'] },
    { command: 'gov', args: [...args, '--policy', 'my policy.yml'], options: { shell: false } },
  ],
  [
    'a script of Windows with flags',
    { path: 'C:\\gov.cmd', platform: 'win32', flags: ['--policy', 'my policy.yml', '--config=a.yml'] },
    {
      command: '"C:\\gov.cmd"',
      args: [...args, '--policy', '"my policy.yml"', '--config=a.yml'],
      options: { shell: true },
    },
  ],
  [
    'a script of Windows',
    { installed: 'C:\\a b\\gov.cmd', platform: 'win32' },
    { command: '"C:\\a b\\gov.cmd"', args, options: { shell: true } },
  ],
  [
    'a program of Windows',
    { path: 'C:\\gov.exe', platform: 'win32' },
    { command: 'C:\\gov.exe', args, options: { shell: false } },
  ],
])('starts %s', (_name, given, expected) => {
  expect(commandOf({ ...nothing, ...given })).toEqual(expected)
})

it.each([
  ['GOV_URL=https://a.example', { GOV_URL: 'https://a.example' }],
  ['# a\nexport A = "b # c" \r\nB=\'d\'\n\nC=e # f\n', { A: 'b # c', B: 'd', C: 'e' }],
  ['A=\nB==#\nno line\n1=2\n', { A: '', B: '=#' }],
])('reads the environment file %j', (text, expected) => {
  expect(readEnv(text)).toEqual(expected)
})

it.each([
  ['its own folder', ['/w/shop/a/node_modules/.bin/gov', '/w/node_modules/.bin/gov'], '/w/shop/a'],
  ['the open folder', ['/w/node_modules/.bin/gov'], '/w'],
  ['the repository above', ['/r/.git', '/r/node_modules/.bin/gov'], '/r', ['/r/w'], '/r/w/api.yaml'],
  ['another open folder', ['/v/node_modules/.bin/gov'], '/v', ['/w', '/v']],
  [
    'nothing above the repository',
    ['/r/w/.git', '/r/node_modules/.bin/gov'],
    undefined,
    ['/r/w'],
    '/r/w/api.yaml',
  ],
  ['nothing above a folder without one', ['/node_modules/.bin/gov'], undefined],
  [
    'nothing beside a file from elsewhere',
    ['/tmp/node_modules/.bin/gov'],
    undefined,
    ['/w'],
    '/tmp/api.yaml',
  ],
  ['nothing below the file', ['/w/shop/a/b/node_modules/.bin/gov'], undefined],
])('finds gov in %s', (_name, there, folder, folders = ['/w'], file = '/w/shop/a/api.yaml') => {
  const exists = (path: string) => there.includes(path)
  const found = installedGov({ file, folders, platform: 'linux', exists })
  expect(found).toBe(folder && `${folder}/node_modules/.bin/gov`)
})

it.each([
  ['.governance.yml', ''],
  ['C:\\a\\.governance.yml', ''],
  ['/a/.spectral.yaml', ''],
  ['openapi.yaml', '# API\nopenapi: 3.1.0\n'],
  ['openapi.json', '{"info":{},"openapi":"3.1.0"}'],
  ['old.json', '{\n  "swagger": "2.0"'],
  ['rules.yaml', 'extends: [[vacuum:oas, off]]\n'],
  ['rules.json', '{ "rules": { "a": { "given": "$" } } }'],
])('starts nothing too late: %s', (name, text) => {
  expect(isOfGov({ name, text })).toBe(true)
})

it.each([
  ['package.json', '{ "name": "a" }'],
  ['tsconfig.json', '{ "extends": "./b.json" }'],
  ['steps.yaml', 'given: a user\n'],
  ['scenario.json', '{ "given": [] }'],
  ['compose.yaml', 'services: {}\n'],
])('starts nothing for %s', (name, text) => {
  expect([isOfGov({ name, text }), kindOfFile(name, text)]).toEqual([false, undefined])
})

const isInstalled = existsSync(join(folder, 'node_modules/vscode-languageclient'))

describe.skipIf(!isInstalled)('the packaged extension', () => {
  it('has what VS Code needs, and no more', async () => {
    execFileSync('npm', ['run', '--silent', 'package'], { cwd: folder, stdio: 'pipe' })
    const vsix = join(folder, `gov-${manifest.version}.vsix`)
    const { unzipSync, strFromU8 } = await import(join(folder, 'node_modules/fflate/esm/index.mjs'))
    const files: Readonly<Record<string, Uint8Array>> = unzipSync(readFileSync(vsix))
    expect(Object.keys(files).sort()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/README.md',
      'extension/ThirdPartyNotices.txt',
      'extension/config.schema.json',
      'extension/dist/extension.cjs',
      'extension/icon.png',
      'extension/package.json',
      'extension/ruleset.schema.json',
    ])
    const packed = JSON.parse(strFromU8(files['extension/package.json']))
    expect([packed.main, packed.type, packed.devDependencies]).toEqual([
      './dist/extension.cjs',
      undefined,
      undefined,
    ])
    const notices: string = strFromU8(files['extension/ThirdPartyNotices.txt'])
    for (const name of ['vscode-languageclient', 'vscode-jsonrpc', 'minimatch'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    const code: string = strFromU8(files['extension/dist/extension.cjs'])
    const needed = [...code.matchAll(/\brequire\([`"']([^`"']+)[`"']\)/g)].map(([, name = '']) => name)
    expect(needed).toContain('vscode')
    expect(needed.filter((name) => name !== 'vscode' && !isBuiltin(name))).toEqual([])
  })
})
