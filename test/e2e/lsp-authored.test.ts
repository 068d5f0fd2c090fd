import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Editor, startEditor } from './editor.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: { /a: { get: {}, put: {} } }\n'
const base =
  'aliases: { Ops: "$.paths[*][*]" }\nrules:\n  summed: { given: "#Ops", then: { field: summary, function: truthy } }\n'
const rules =
  'extends: ./base.yaml\nrules:\n  needs-contact:\n    given: $.info\n    severity: warn\n    then: { field: contact, function: truthy }\n'
const config =
  'version: 1\ndashboard: { url: embedded }\ndefinitions: [api.yaml]\nruleset_files: [rules.yaml]\n'
const repository = { 'api.yaml': api, 'base.yaml': base, 'rules.yaml': rules, '.governance.yml': config }

const folders: string[] = []
const editors: Editor[] = []

afterEach(async () => {
  const ended = editors.splice(0)
  for (const editor of ended) editor.kill()
  await Promise.all(ended.map(({ exited }) => exited))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function editorWith(files: Readonly<Record<string, string>> = repository): Promise<Editor> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-lsp-')))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const editor = await startEditor(folder)
  editors.push(editor)
  return editor
}

it('shows what is wrong with a ruleset and a config as they are typed, and nothing once it is right', async () => {
  const editor = await editorWith()
  editor.open('rules.yaml', rules.replace('truthy', 'truthyy'))
  const [first] = await editor.until('rules.yaml', ({ length }) => length === 1)
  expect(first).toMatchObject({
    severity: 1,
    source: 'gov',
    range: { start: { line: 5 } },
    message: expect.stringContaining('did you mean "truthy"?'),
  })
  editor.write('rules.yaml', rules)
  await editor.until('rules.yaml', ({ length }) => length === 0)
  editor.open('.governance.yml', config.replace('embedded }', 'embedded }\npolicy: { fail_on: often }'))
  const [fault] = await editor.until('.governance.yml', ({ length }) => length === 1)
  expect(fault).toMatchObject({
    severity: 1,
    code: 'config-invalid',
    range: { start: { line: 2, character: 10 } },
  })
  editor.write('.governance.yml', config)
  await editor.until('.governance.yml', ({ length }) => length === 0)
  editor.write('.governance.yml', config.replace('[rules.yaml]', '[no.yaml]'))
  const [absent] = await editor.until('.governance.yml', ({ length }) => length === 1)
  expect(absent).toMatchObject({ severity: 2, code: 'file-absent', range: { start: { line: 3 } } })
})

it('looks at a ruleset again when what it extends changes', async () => {
  const editor = await editorWith()
  editor.open('rules.yaml', rules)
  await editor.until('rules.yaml', ({ length }) => length === 0)
  editor.open('base.yaml', base.replace('truthy', 'truthyy'))
  const [fault] = await editor.until('rules.yaml', ({ length }) => length === 1)
  expect(fault?.message).toMatch(/^base\.yaml:3:\d+: rule "summed"/)
})

it('looks again when what they name goes from the disk', async () => {
  const editor = await editorWith()
  editor.open('rules.yaml', rules)
  editor.open('.governance.yml', config)
  await editor.until('rules.yaml', ({ length }) => length === 0)
  await editor.until('.governance.yml', ({ length }) => length === 0)
  rmSync(join(folders[0] ?? '', 'base.yaml'))
  await editor.until('rules.yaml', ({ length }) => length === 1)
  rmSync(join(folders[0] ?? '', 'api.yaml'))
  const found = await editor.until('.governance.yml', ({ length }) => length > 0)
  expect(found.map(({ code }) => code)).toContain('file-absent')
})

it('looks again when the code of a function changes', async () => {
  const own = 'functions: [own]\nrules:\n  a: { given: $.info, then: { function: own } }\n'
  const code = 'module.exports = () => {}\n'
  const editor = await editorWith({ ...repository, 'rules.yaml': own, 'functions/own.js': code })
  editor.open('rules.yaml', own)
  await editor.until('rules.yaml', ({ length }) => length === 0)
  writeFileSync(join(folders[0] ?? '', 'functions/own.js'), 'module.exports = (\n')
  await editor.until('rules.yaml', ({ length }) => length === 1)
})

const failing = `needs-contact:
  passes: { info: { contact: {} } }
  fails: { info: { contact: { name: me } } }
summed:
  - fails: { paths: { /a: { get: {} } } }
`

it('shows which examples of a ruleset do not hold, where they are and at their rules', async () => {
  const editor = await editorWith({ ...repository, 'rules.test.yaml': failing })
  const of = (code: string) => (found: readonly { readonly code?: unknown }[]) =>
    found.some((each) => each.code === code)
  editor.open('rules.yaml', rules)
  const [atRule, ...more] = await editor.until('rules.yaml', of('example-failed'))
  expect(more).toEqual([])
  expect(atRule).toMatchObject({
    severity: 1,
    source: 'gov',
    range: { start: { line: 2, character: 2 }, end: { line: 2, character: 15 } },
    message: expect.stringMatching(/^rules\.test\.yaml:3: fails: /),
  })
  const [found, ...others] = await editor.until('rules.test.yaml', of('example-failed'))
  expect(others).toEqual([])
  expect(found).toMatchObject({
    range: { start: { line: 2, character: 2 } },
    message: expect.stringMatching(/^needs-contact, fails: /),
  })
  // Typing takes it away, and a rest brings what is so then.
  editor.open('rules.test.yaml', failing)
  editor.write('rules.test.yaml', failing.replace('{ name: me } } }', '{'))
  await editor.until('rules.yaml', ({ length }) => length === 0)
  await editor.until('rules.test.yaml', of('examples-invalid'))
  editor.write('rules.test.yaml', failing.replace('{ contact: { name: me } }', '{}'))
  await editor.until('rules.test.yaml', ({ length }) => length === 0)
  editor.write(
    'rules.test.yaml',
    `${failing.replace('{ contact: { name: me } }', '{}')}stray: { passes: {} }\n`,
  )
  const [stray] = await editor.until('rules.test.yaml', of('example-of-no-rule'))
  expect(stray).toMatchObject({ range: { start: { line: 5 } }, message: expect.stringContaining('"stray"') })
  // What they extend may change on disk.
  editor.write('rules.test.yaml', failing.replace('{ contact: { name: me } }', '{}'))
  await editor.until('rules.test.yaml', ({ length }) => length === 0)
  writeFileSync(join(folders[0] ?? '', 'base.yaml'), base.replace('truthy', 'falsy'))
  await editor.until('rules.test.yaml', of('example-failed'))
  for (const file of ['rules.yaml', 'rules.test.yaml'])
    editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri(file) } })
  await editor.until('rules.test.yaml', ({ length }) => length === 0)
  await editor.until('rules.yaml', ({ length }) => length === 0)
})

it('runs no example for longer than a moment, and says so', async () => {
  const slow = 'functions: [slow]\nrules: { a: { given: $.info, then: { function: slow } } }\n'
  const editor = await editorWith({
    'slow.yaml': slow,
    'slow.test.yaml': 'a: { fails: { info: {} } }\n',
    'functions/slow.js': 'export default () => { for (;;); }\n',
  })
  editor.open('slow.yaml', slow)
  const [late] = await editor.until('slow.test.yaml', ({ length }) => length === 1)
  expect(late).toMatchObject({ code: expect.stringMatching(/^examples-late$|^example-failed$/) })
  editor.open('other.yaml', rules)
  await editor.until('other.yaml', () => true)
})

it('says nothing again while nothing changes', async () => {
  const editor = await editorWith()
  for (const [file, text] of Object.entries(repository)) editor.open(file, text)
  await editor.until('rules.yaml', ({ length }) => length === 0)
  await editor.until('.governance.yml', ({ length }) => length === 0)
  await editor.until('api.yaml', ({ length }) => length > 0)
  await pause(1000)
  const said: string[] = []
  editor.connection.onNotification('textDocument/publishDiagnostics', ({ uri }) => void said.push(uri))
  await pause(2500)
  expect(said).toEqual([])
})

it.each([
  ['nested too deep', `a: ${'['.repeat(20_000)}`],
  ['empty', ''],
  ['not of YAML', '\u0000: ]'],
  ['with a byte order mark and CRLF', '\ufeffrules:\r\n  a: loud\r\n'],
])('shows what is wrong with a ruleset that is %s, and goes on', async (_name, text) => {
  const editor = await editorWith({ ...repository, '.spectral.yaml': text })
  editor.open('.spectral.yaml', text)
  const [fault] = await editor.until('.spectral.yaml', ({ length }) => length > 0)
  expect(fault).toMatchObject({ severity: 1, source: 'gov' })
  editor.open('rules.yaml', rules)
  await editor.until('rules.yaml', () => true)
})

it('says nothing of other files', async () => {
  const editor = await editorWith()
  editor.open('other.yaml', 'rul\n')
  editor.open('tsconfig.json', '{ "extends": "./base.json" }')
  editor.open('rules.yaml', rules)
  await editor.until('rules.yaml', () => true)
  expect([editor.found('other.yaml'), editor.found('tsconfig.json')]).toEqual([undefined, undefined])
})
