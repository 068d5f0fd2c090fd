import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { init, parse } from 'es-module-lexer'
import { publint } from 'publint'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Installed, installPackage } from './installed.ts'
import { cleanEnv, nodeProgram, projectRoot } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const definition = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const rules = `rules:
  info-contact:
    message: The API names no contact.
    given: $.info
    then: { field: contact, function: truthy }
  info-description:
    message: The API has no description.
    given: $.info
    then: { field: description, function: truthy }
`
const config = `version: 1
definitions: [openapi.yaml]
ruleset_files: [rules.yaml]
policy: { fail_on: warn }
`

let installed: Installed
beforeAll(() => {
  installed = installPackage()
  for (const [file, text] of [
    ['openapi.yaml', definition],
    ['rules.yaml', rules],
    ['.governance.yml', config],
  ] as const)
    writeFileSync(join(installed.folder, file), text)
  execFileSync('git', ['init', '-q'], { cwd: installed.folder })
  execFileSync('git', ['add', 'openapi.yaml'], { cwd: installed.folder })
})

function run(program: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(program, argv, { cwd: installed.folder, encoding: 'utf8', env: cleanEnv(env) })
}

/** A module of the project that the package is installed in. */
function runScript(name: string, text: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(installed.folder, name), text)
  return run(nodeProgram, [name], env)
}

describe('the package', () => {
  it('is under 6.2 MB, with no tests, no sources and no source maps in it', () => {
    expect(installed.unpackedBytes).toBeLessThan(6_200_000)
    const { files } = installed
    expect(files.filter((file) => !/^(?:bin|dist|docs|templates)\//.test(file)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(files.filter((file) => /(?:^|\/)test\/|\.test\.|\.map$|\.ts$/.test(file)).sort()).toEqual([
      'docs/api.d.ts',
      'docs/engine.d.ts',
    ])
    expect(files).toContain('dist/NOTICES.txt')
  })

  it('brings no dependency, and runs nothing when it is installed', () => {
    const tree = readdirSync(join(installed.folder, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(tree).toEqual(['@gov-cli'])
    const { scripts, dependencies } = JSON.parse(
      readFileSync(join(installed.packageFolder, 'package.json'), 'utf8'),
    )
    expect(dependencies).toBeUndefined()
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'postprepare']
    expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([])
  })

  it('has no import(), which compiled code that is kept cannot do', () => {
    // Without an argument it is the text of an error message of the sandbox.
    const dist = join(installed.packageFolder, 'dist')
    const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'))
    expect(scripts).not.toEqual([])
    expect(scripts.filter((file) => /\bimport\((?!\))/.test(readFileSync(join(dist, file), 'utf8')))).toEqual(
      [],
    )
  })

  it('has the engine as modules that need each other alone, in at most 250 kB with spectral:oas', async () => {
    const dist = join(installed.packageFolder, 'dist')
    const [needed, lazy] = [new Set(['engine.mjs']), new Set<string>()]
    await init
    for (const file of needed) {
      const text = readFileSync(join(dist, file), 'utf8')
      for (const { n: name = '', d: dynamic } of parse(text)[0].filter(({ d }) => d !== -2)) {
        expect(name).toMatch(/^\.\/engine-[\w-]+\.mjs$/)
        const isForOas = dynamic === -1 || /^\.\/engine-(?:stored-ruleset|functions)-/.test(name)
        if (isForOas) needed.add(name.slice(2))
        else lazy.add(name.slice(2))
      }
    }
    const size = (files: Iterable<string>) =>
      [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
    expect(size(needed)).toBeLessThan(250_000)
    expect(lazy.size).toBeGreaterThan(5)
  })

  it('has files that need each other in one direction only', () => {
    const dist = join(installed.packageFolder, 'dist')
    const neededBy = new Map<string, readonly string[]>()
    const visit = (file: string, above: readonly string[]): void => {
      expect(above).not.toContain(file)
      if (neededBy.has(file)) return
      const text = readFileSync(join(dist, file), 'utf8')
      const needed = [...text.matchAll(/(?:^|;)const [\w$]+=require\("\.\/([^"]+)"\)/g)]
      for (const [, name = ''] of needed) visit(name, [...above, file])
      neededBy.set(file, needed.map(String))
    }
    for (const file of readdirSync(dist).filter((file) => file.endsWith('.js'))) visit(file, [])
    expect([...neededBy.values()].flat()).not.toEqual([])
  })

  it('runs: its version, and a check', () => {
    const gov = join(installed.folder, 'node_modules/.bin/gov')
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    expect(run(gov, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
    const checked = run(gov, ['check', '--fail-on', 'error'])
    expect(checked).toMatchObject({ status: 0, stderr: '' })
    expect(checked.stdout).toContain('PASS  1 file x 1 ruleset checked')
  })

  it.each([
    ['what is installed above', ['gov']],
    ['a tarball', ['--offline', '--package', 'TARBALL', 'gov']],
  ])('tells at the end of gov init the command that npx starts it with again: %s', (what, argv) => {
    const folder =
      what === 'a tarball' ? mkdtempSync(join(tmpdir(), 'gov-npx-')) : join(installed.folder, 'sub')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'openapi.yaml'), definition)
    const npx = (words: readonly string[]) =>
      spawnSync('npx', words, {
        cwd: folder,
        encoding: 'utf8',
        env: cleanEnv({ npm_config_offline: 'true', npm_config_cache: join(installed.folder, '.npm') }),
      })
    const init = npx([
      ...argv.map((word) => word.replace('TARBALL', installed.tarball)),
      'init',
      '--yes',
      '--force',
    ])
    const [, next = ''] = /^Next: npx (.*)$/m.exec(init.stderr) ?? []
    expect(next, init.stderr).toMatch(what === 'a tarball' ? /^--package \S+\.tgz gov check$/ : /^gov check$/)
    expect(npx(next.split(' '))).toMatchObject({ status: 0, stdout: expect.stringContaining('PASS') })
  })

  it('keeps its compiled code in its own folder, unless it is turned off, and runs the same from it', () => {
    const gov = join(installed.folder, 'node_modules/.bin/gov')
    const cache = join(installed.packageFolder, 'node_modules')
    rmSync(cache, { recursive: true, force: true })
    const cold = run(gov, ['check', '--quiet'], { NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(existsSync(cache)).toBe(false)
    const [first, second] = [run(gov, ['check', '--quiet']), run(gov, ['check', '--quiet'])]
    expect(readdirSync(join(cache, '.cache/gov'))).toHaveLength(1)
    for (const { status, stdout, stderr } of [first, second]) {
      expect({ status, stdout, stderr }).toEqual({
        status: cold.status,
        stdout: cold.stdout,
        stderr: cold.stderr,
      })
    }
  })

  it('is in order for publint', async () => {
    const { messages } = await publint({ pkgDir: installed.packageFolder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  it('has types that fit its code, for all who can import a module', async () => {
    const data = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball)))
    const { types, problems = [] } = { problems: [], ...(await checkPackage(data)) }
    expect(types).toMatchObject({ kind: 'included' })
    // A module is imported, also from CommonJS: there is no second copy of the code for it.
    const both = ['.', './engine'].map((entrypoint) => ({
      kind: 'CJSResolvesToESM',
      entrypoint,
      resolutionKind: 'node16-cjs',
    }))
    // Before `exports` there was one entry.
    const old = { kind: 'NoResolution', entrypoint: './engine', resolutionKind: 'node10' }
    expect(problems).toHaveLength(3)
    expect(problems).toEqual(expect.arrayContaining([...both, old]))
  })
})

describe('import', () => {
  it('leaves the process, its streams and the configuration of others as they are', () => {
    const script = `import { check } from '@gov-cli/gov'
const before = [process.listenerCount('SIGINT'), process.listenerCount('uncaughtException'), process.exitCode]
const options = { definitions: ['openapi.yaml'], ruleset_files: ['rules.yaml'] }
const { exitCode } = await check({ ...options, policy: { fail_on: 'warn' } })
const after = [process.listenerCount('SIGINT'), process.listenerCount('uncaughtException'), process.exitCode]
console.log(JSON.stringify([exitCode, before, after, globalThis.__zod_globalConfig?.jitless ?? null]))
`
    const { stdout, stderr, status } = runScript('quiet.mjs', script, {
      GOV_URL: 'nonsense',
      GOV_POLICY: 'none',
    })
    expect([stderr, status]).toEqual(['', 0])
    // zod shares one configuration with all of its copies in a process.
    expect(JSON.parse(stdout)).toEqual([1, [0, 0, null], [0, 0, null], null])
  })

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('has types under moduleResolution %s', (moduleResolution, module) => {
    const consumer = `import { createRuleset, evaluate, type DefinitionIssue, IncompleteEvaluationError } from '@gov-cli/gov/engine'
import { check, type CheckOptions, GovError, type Issue, render, type Report } from '@gov-cli/gov'
const options: CheckOptions = { definitions: ['openapi.yaml'], policy: { max: { warn: 2 } } }
const { passed, exitCode, report } = await check(options)
const issues: readonly Issue[] = report.issues
const text: string = await render(report satisfies Report, 'sarif')
export const code = (error: unknown): string => (error instanceof GovError ? error.hint : '')
// @ts-expect-error: no format of this name
render(report, 'none')
// @ts-expect-error: no option of this name
check({ rulesetFiles: [] })
const found: readonly DefinitionIssue[] = await evaluate({ text: '' }, await createRuleset('', { 'a.yaml': '' }))
export const rest = (error: unknown) => (error instanceof IncompleteEvaluationError ? error.issues : found)
// @ts-expect-error: no ruleset is made by hand
evaluate('', { rules: [] })
export { exitCode, issues, passed, text }
`
    writeFileSync(join(installed.folder, 'consumer.mts'), consumer)
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      // What TypeScript brings is not what is tested.
      skipDefaultLibCheck: true,
    }
    const project = join(installed.folder, `tsconfig.${moduleResolution}.json`)
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['consumer.mts'] }))
    expect(run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', project])).toMatchObject({
      stdout: '',
      status: 0,
    })
  })
})

describe('docs/library.md', () => {
  const text = readFileSync(join(projectRoot, 'docs/library.md'), 'utf8')
  const examples = [...text.matchAll(/^```js\n([\s\S]*?)^```\n\n^```text\n([\s\S]*?)^```$/gm)]

  it('has an output for each of its scripts', () => {
    expect(examples.length).toBe(text.match(/^```js$/gm)?.length)
    expect(examples.length).toBeGreaterThan(3)
  })

  it.each(examples.map(([, script = '', output = ''], index) => [`${index + 1}`, script, output]))(
    'script %s prints what it says',
    async (name, script, output) => {
      const served = script.includes('https://dashboard.example.com')
        ? await serveSandbox()
        : { url: '', stop: async () => {} }
      const own = script.replace('https://dashboard.example.com', served.url)
      const { stdout, stderr } = runScript(`example-${name}.mjs`, own, { GOV_TOKEN: 'demo-key-pipeline' })
      await served.stop()
      expect([stdout, stderr]).toEqual([output, ''])
    },
  )
})
