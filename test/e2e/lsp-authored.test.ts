import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { CompletionItem, Hover, InlayHint, Position } from 'vscode-languageserver-protocol'
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

function placeOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}

/** Opens a text in which `|` is the place, and asks there. */
async function ask<Answer>(editor: Editor, method: string, file: string, marked: string): Promise<Answer> {
  const offset = marked.indexOf('|')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  editor.open(file, text)
  const textDocument = { uri: editor.uri(file) }
  return editor.connection.sendRequest(method, { textDocument, position: placeOf(text, offset) })
}

const completionsIn = (editor: Editor, file: string, marked: string) =>
  ask<CompletionItem[] | null>(editor, 'textDocument/completion', file, marked)
const hoverIn = (editor: Editor, file: string, marked: string) =>
  ask<Hover | null>(editor, 'textDocument/hover', file, marked)

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

it('proposes what may come next in a ruleset that is broken at this moment', async () => {
  const editor = await editorWith()
  const functions = await completionsIn(
    editor,
    'rules.yaml',
    `${rules}  b:\n    given: [a\n    then: { function: tru|`,
  )
  const found = functions?.find(({ label }) => label === 'truthy')
  expect(found).toMatchObject({
    kind: 3,
    textEdit: {
      newText: 'truthy',
      range: { start: { line: 8, character: 22 }, end: { line: 8, character: 25 } },
    },
  })
  const inherited = await completionsIn(editor, 'rules.yaml', 'extends: ./base.yaml\nrules:\n  su|\n')
  expect(inherited?.map(({ label }) => label)).toEqual(['summed'])
  const aliases = await completionsIn(
    editor,
    'rules.yaml',
    'extends: ./base.yaml\nrules:\n  a:\n    given: #|\n',
  )
  expect(aliases?.map(({ textEdit }) => textEdit?.newText)).toEqual(['"#Ops"'])
})

it('proposes what may come next in a config', async () => {
  const editor = await editorWith()
  const labels = async (marked: string) =>
    (await completionsIn(editor, '.governance.yml', marked))?.map(({ label }) => label)
  expect(await labels(`${config}policy:\n  fail_on: |`)).toEqual(['error', 'warn', 'info', 'hint', 'never'])
  expect(await labels('version: 1\nruleset_files: [|]\n')).toEqual(
    expect.arrayContaining(['rules.yaml', 'base.yaml', 'api.yaml']),
  )
  expect(await labels(`${config}waivers:\n  - rule_id: |`)).toEqual(
    expect.arrayContaining(['needs-contact', 'operation-tags']),
  )
})

it('explains words, rules and what a given leads to in the open definitions', async () => {
  const editor = await editorWith()
  editor.open('api.yaml', api)
  const text = async (file: string, marked: string) =>
    JSON.stringify((await hoverIn(editor, file, marked))?.contents)
  expect(await text('rules.yaml', rules.replace('truthy', 'tru|thy'))).toContain('is there')
  expect(await text('rules.yaml', rules.replace('given', 'gi|ven'))).toContain('1 place in api')
  expect(await text('rules.yaml', `${rules}  sum|med: off\n`)).toContain('truthy of summary')
  expect(await text('.governance.yml', config.replace('url', 'u|rl'))).toContain('GOV_URL')
  expect(await text('.governance.yml', `${config}waivers: [{ rule_id: operation-|tags }]\n`)).toContain(
    'operation-tags (warn)',
  )
})

it('counts beside each given, and again when the definition changes', async () => {
  const editor = await editorWith()
  editor.open('api.yaml', api)
  editor.open('base.yaml', base)
  const hints = async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }
    const params = { textDocument: { uri: editor.uri('base.yaml') }, range }
    const found = await editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', params)
    return found.map(({ label, position }) => [position.line, label])
  }
  expect(await hints()).toEqual([
    [2, '2 places in api.yaml'],
    [0, '2 places in api.yaml'],
  ])
  editor.write('api.yaml', api.replace('put: {}', 'put: {}, post: {}'))
  expect(await hints()).toEqual([
    [2, '3 places in api.yaml'],
    [0, '3 places in api.yaml'],
  ])
})

it.each([
  ['nested too deep', `a: ${'['.repeat(20_000)}`],
  ['empty', ''],
  ['not of YAML', '\u0000: ]'],
  ['with a byte order mark and CRLF', '\ufeffrules:\r\n  a: loud\r\n'],
])('shows what is wrong with a ruleset that is %s, and goes on', async (_name, text) => {
  const editor = await editorWith({ ...repository, '.spectral.yaml': text })
  expect(await hoverIn(editor, '.spectral.yaml', `${text}|`)).toBeNull()
  const [fault] = await editor.until('.spectral.yaml', ({ length }) => length > 0)
  expect(fault).toMatchObject({ severity: 1, source: 'gov' })
  expect(await completionsIn(editor, 'rules.yaml', 'ext|')).not.toEqual([])
})

it('says nothing of other files', async () => {
  const editor = await editorWith()
  expect(await completionsIn(editor, 'other.yaml', 'rul|\n')).toBeNull()
  expect(await hoverIn(editor, 'tsconfig.json', '{ "exte|nds": "./base.json" }')).toBeNull()
  editor.open('rules.yaml', rules)
  await editor.until('rules.yaml', () => true)
  expect([editor.found('other.yaml'), editor.found('tsconfig.json')]).toEqual([undefined, undefined])
})
