import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TextEdit } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type Editor, startEditor, startEditorProcess } from './editor.ts'
import { runGov } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const rules = `rules:
  needs-contact: { message: "{{path}} has no contact", severity: error, given: $.info, then: { field: contact, function: truthy } }
  needs-license: { given: $.info, then: { field: license, function: truthy } }
`
const config = 'version: 1\ndefinitions: [api.yaml]\nruleset_files: [rules.yaml]\n'
const repository = { 'api.yaml': api, 'rules.yaml': rules, '.governance.yml': config }

const folders: string[] = []
const editors: Editor[] = []

afterEach(async () => {
  const ended = editors.splice(0)
  for (const editor of ended) editor.kill()
  await Promise.all(ended.map(({ exited }) => exited))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-lsp-')))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** Of an editor that asks for an edit once an action is chosen, and shows those that cannot be. */
const codeAction = {
  resolveSupport: { properties: ['edit'] },
  dataSupport: true,
  disabledSupport: true,
}

async function editorIn(folder: string, start?: Parameters<typeof startEditor>[1]): Promise<Editor> {
  const params = { capabilities: { textDocument: { codeAction } }, ...start?.params }
  const editor = await startEditor(folder, { ...start, params })
  editors.push(editor)
  return editor
}

async function processIn(folder: string, start?: Parameters<typeof startEditor>[1]): Promise<Editor> {
  const editor = await startEditorProcess(folder, start)
  editors.push(editor)
  return editor
}

const codes = (found: readonly { readonly code?: unknown }[]) => found.map(({ code }) => code).sort()

it('shows the issues of an unsaved text, and ends as the protocol asks', async () => {
  const editor = await processIn(folderOf(repository), { flags: ['--stdio'] })
  expect(editor.answer.serverInfo?.name).toBe('gov')
  editor.open('api.yaml', api)
  const first = await editor.until('api.yaml', ({ length }) => length > 0)
  expect(codes(first)).toEqual(['needs-contact', 'needs-license'])
  expect(first.find(({ code }) => code === 'needs-contact')).toEqual({
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } },
    severity: 1,
    code: 'needs-contact',
    source: 'gov',
    message: '#/info has no contact',
  })
  editor.write('api.yaml', api.replace('"1"', '"1", contact: { name: me }'))
  expect(codes(await editor.until('api.yaml', ({ length }) => length === 1))).toEqual(['needs-license'])
  expect(await editor.quit()).toBe(0)
  expect(editor.stderr()).toBe('')
})

const later = new Date(Date.now() + 86_400_000 * 60).toISOString().slice(0, 10)
const of = (code: string) => (found: readonly { readonly code?: unknown }[]) =>
  found.some((each) => each.code === code)
const only = (...wanted: string[]) => {
  return (found: readonly { readonly code?: unknown }[]) => String(codes(found)) === String(wanted.sort())
}

describe('diagnostics', () => {
  it('are hints where a waiver excuses an issue, and say so', async () => {
    const waiver = `waivers: [{ rule_id: needs-contact, reason: in May, owner: me, expires: ${later} }]\n`
    const editor = await editorIn(folderOf({ ...repository, '.governance.yml': config + waiver }))
    editor.open('api.yaml', api)
    const [found] = (await editor.until('api.yaml', of('needs-contact'))).filter(
      ({ code }) => code === 'needs-contact',
    )
    expect(found?.severity).toBe(4)
    expect(found?.message).toBe(`#/info has no contact [waived until ${later} by me: in May]`)
  })

  it.each([
    ['{ fail_on: error }', 1, '#/info has no contact [it counts despite x-lint-ignore]'],
    [
      '{ inline_waivers: x-lint-ignore }',
      4,
      '#/info has no contact [waived by x-lint-ignore in the definition, without a reason]',
    ],
  ])('say what becomes of x-lint-ignore under the policy %s', async (policy, severity, message) => {
    const editor = await editorIn(
      folderOf({ ...repository, '.governance.yml': `${config}policy: ${policy}\n` }),
    )
    editor.open('api.yaml', `x-lint-ignore: needs-contact\n${api}`)
    const found = (await editor.until('api.yaml', of('needs-contact'))).find(
      ({ code }) => code === 'needs-contact',
    )
    expect([found?.severity, found?.message]).toEqual([severity, message])
  })

  it('count UTF-16 units, whatever ends a line, with a byte order mark or without', async () => {
    const folder = folderOf({
      'rules.yaml':
        'rules: { short: { given: "$.tags[*]", then: { field: name, function: length, functionOptions: { max: 1 } } } }\n',
      '.governance.yml': 'version: 1\nruleset_files: [rules.yaml]\n',
    })
    const editor = await editorIn(folder)
    const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'
    const text = `${head}tags: [{ description: "😀é", name: 'ab' }]\n`
    for (const [file, written] of [
      ['plain.yaml', text],
      ['crlf.yaml', text.replaceAll('\n', '\r\n')],
      ['bom.yaml', `\ufeff${text}`],
    ] as const) {
      editor.open(file, written)
      const [found] = await editor.until(file, of('short'))
      const line = text.split('\n')[3] ?? ''
      const start = line.indexOf("'ab'")
      expect(found?.range).toEqual({
        start: { line: 3, character: start },
        end: { line: 3, character: start + 4 },
      })
    }
  })

  it('of a text that does not parse are where it does not, and the old ones are gone', async () => {
    const editor = await editorIn(folderOf(repository))
    editor.open('api.yaml', api)
    await editor.until('api.yaml', of('needs-contact'))
    editor.write('api.yaml', `${api}x: [\n`)
    const found = await editor.until('api.yaml', of('definition-syntax'))
    expect(found).toHaveLength(1)
    expect(found[0]?.message).toContain('Not checked: api.yaml:')
    expect(found[0]?.range.start.line).toBeGreaterThanOrEqual(3)
    for (const broken of ['', '\n', 'openapi: 3\n', '- a\n']) {
      editor.write('api.yaml', broken)
      await editor.until('api.yaml', ([first]) => String(first?.message).startsWith('Not checked'))
      editor.write('api.yaml', api)
      await editor.until('api.yaml', only('needs-contact', 'needs-license'))
    }
  })

  it('are errors where a config or its rules cannot be read, and follow them', async () => {
    const folder = folderOf({ ...repository, 'rules.yaml': 'rules: { a: 1 }\n' })
    const editor = await editorIn(folder)
    editor.open('api.yaml', api)
    await editor.until('api.yaml', only('ruleset-invalid'))
    writeFileSync(join(folder, 'rules.yaml'), rules)
    await editor.until('api.yaml', only('needs-contact', 'needs-license'))
    writeFileSync(join(folder, '.governance.yml'), 'version: 9\n')
    editor.notify('workspace/didChangeWatchedFiles', { changes: [] })
    const [found] = await editor.until('api.yaml', ({ length }) => length === 1)
    expect(found?.severity).toBe(1)
    expect(found?.message).toContain('Not checked: ')
    rmSync(join(folder, '.governance.yml'))
    editor.notify('workspace/didChangeWatchedFiles', { changes: [] })
    await editor.until('api.yaml', of('info-contact'))
  })

  it('are in the file that a definition goes on in, which is checked with it as it is typed', async () => {
    const root = `${api.replace('paths: {}', 'paths:\n  /a: { $ref: parts/a.yaml }')}`
    const rule =
      'rules: { plain: { given: "$..summary", then: { function: pattern, functionOptions: { match: "^ok" } } } }\n'
    const part = (summary: string) =>
      `get:\n  summary: ${summary}\n  responses: { "200": { description: ok } }\n`
    const folder = folderOf({
      ...repository,
      'api.yaml': root,
      'rules.yaml': rule,
      'parts/a.yaml': part('bad'),
    })
    const editor = await editorIn(folder)
    editor.open('parts/a.yaml', part('bad'))
    const [found] = await editor.until('parts/a.yaml', of('plain'))
    expect(found?.range.start).toEqual({ line: 1, character: 11 })
    editor.write('parts/a.yaml', part('ok'))
    await editor.until('parts/a.yaml', ({ length }) => length === 0)
    editor.open('api.yaml', root)
    editor.write('parts/a.yaml', part('bad'))
    await editor.until('parts/a.yaml', of('plain'))
    // Closed without being saved, it counts as it stands on disk.
    editor.write('parts/a.yaml', part('ok'))
    await editor.until('parts/a.yaml', ({ length }) => length === 0)
    editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri('parts/a.yaml') } })
    await editor.until('parts/a.yaml', of('plain'))
  })

  const summed = 'rules: { summed: { given: "$.paths[*][*]", then: { field: summary, function: truthy } } }\n'
  const leading = (to: string) => api.replace('{}', `{ /a: { $ref: "${to}" } }`)
  const parted = {
    'rules.yaml': summed,
    'a.yaml': leading('p.yaml#/x'),
    'b.yaml': leading('p.yaml#/y'),
    'p.yaml': 'x:\n  get: { summary: ok }\ny:\n  get: {}\n',
  }
  const withDefinitions = (list: string) => config.replace('api.yaml', list)

  it('are in a file by every definition that goes on in it, in whatever order they are opened', async () => {
    const editor = await editorIn(
      folderOf({ ...parted, '.governance.yml': withDefinitions('a.yaml, b.yaml') }),
    )
    editor.open('a.yaml', parted['a.yaml'])
    await editor.until('a.yaml', () => true)
    editor.open('p.yaml', parted['p.yaml'])
    const [found] = await editor.until('p.yaml', of('summed'))
    expect(found?.range.start.line).toBe(3)
  })

  it('are in a file that definitions refer to, also above their folder and where only an example leads there', async () => {
    const shared = 'x:\n  get: {}\n'
    const folder = folderOf({
      '.git/HEAD': '',
      '.governance.yml': withDefinitions('apis/a.yaml, b.yaml'),
      'rules.yaml': summed.replace('paths[*][*]', '..get'),
      'apis/a.yaml': leading('../shared/s.yaml#/x'),
      'b.yaml': `${api}components: { schemas: { A: { example: { $ref: other.yaml } } } }\n`,
      'shared/s.yaml': shared,
      'other.yaml': shared,
    })
    const editor = await editorIn(folder)
    for (const file of ['shared/s.yaml', 'other.yaml']) {
      editor.open(file, shared)
      await editor.until(file, of('summed'))
      editor.write(file, shared.replace('{}', '{ summary: ok }'))
      await editor.until(file, ({ length }) => length === 0)
    }
  })

  it('are in an open file when the config is repaired, and when it names another definition', async () => {
    const folder = folderOf({ ...parted, '.governance.yml': `${withDefinitions('a.yaml')}oops: 1\n` })
    const editor = await editorIn(folder)
    const other = '{ "type": "module" }\n'
    editor.open('package.json', other)
    editor.open('p.yaml', parted['p.yaml'])
    const [fault] = await editor.until('p.yaml', of('config-invalid'))
    expect(fault?.message).toContain('Not checked: ')
    writeFileSync(join(folder, '.governance.yml'), withDefinitions('a.yaml'))
    await editor.until('p.yaml', ({ length }) => length === 0)
    writeFileSync(join(folder, '.governance.yml'), withDefinitions('"*.yaml"'))
    await editor.until('p.yaml', of('summed'))
    rmSync(join(folder, 'b.yaml'))
    writeFileSync(join(folder, '.governance.yml'), withDefinitions('a.yaml'))
    writeFileSync(join(folder, 'c.yaml'), parted['b.yaml'])
    await editor.until('p.yaml', ({ length }) => length === 0)
    writeFileSync(join(folder, '.governance.yml'), withDefinitions('c.yaml'))
    await editor.until('p.yaml', of('summed'))
    expect(editor.found('package.json')).toBeUndefined()
  })

  it('are in a broken config for a file that may be a part, and in the file once it was one', async () => {
    const plain = 'x: { x-plain: {} }\n'
    const good = withDefinitions('a.yaml')
    const folder = folderOf({ ...parted, 'p.yaml': plain, '.governance.yml': `${good}oops: 1\n` })
    const editor = await editorIn(folder)
    editor.open('p.yaml', plain)
    const [fault] = await editor.until('.governance.yml', of('config-invalid'))
    expect(fault).toMatchObject({ severity: 1, range: { start: { line: 3, character: 0 } } })
    expect(editor.found('p.yaml')).toBeUndefined()
    // Open, it says that itself, once, and as it is in the editor.
    editor.open('.governance.yml', `${good}oops: 1\n`)
    editor.write('.governance.yml', good)
    await editor.until('.governance.yml', ({ length }) => length === 0)
    editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri('.governance.yml') } })
    await editor.until('.governance.yml', ({ length }) => length === 1)
    writeFileSync(join(folder, '.governance.yml'), good)
    await editor.until('.governance.yml', ({ length }) => length === 0)
    await editor.until('p.yaml', of('summed'))
    writeFileSync(join(folder, '.governance.yml'), `${good}oops: 1\n`)
    const [known] = await editor.until('p.yaml', only('config-invalid'))
    expect(known?.message).toContain('Not checked: ')
    await editor.until('.governance.yml', of('config-invalid'))
    editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri('p.yaml') } })
    await editor.until('p.yaml', ({ length }) => length === 0)
    await editor.until('.governance.yml', ({ length }) => length === 0)
  })

  it('are gone after a close, whenever it comes', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `p${index}.yaml`)
    const text = `${api.replace(' {}', '')}${names.map((name) => `  /${name}: { $ref: ${name} }\n`).join('')}`
    const parts = Object.fromEntries(names.map((name) => [name, 'get: {}\n']))
    const editor = await processIn(folderOf({ ...repository, ...parts, 'rules.yaml': summed }))
    const shown = () => names.filter((name) => (editor.found(name) ?? []).length > 0)
    const [last = ''] = names.slice(-1)
    const close = () =>
      editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri('api.yaml') } })
    // The close is read by then, however busy the machine is; an answer that comes too late would show now.
    const settled = async () => {
      const at = { textDocument: { uri: editor.uri('other.txt') }, position: { line: 0, character: 0 } }
      await editor.connection.sendRequest('textDocument/hover', at)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    let took = 0
    for (const _ of [1, 2]) {
      const start = Date.now()
      editor.open('api.yaml', text)
      await editor.until(last, of('summed'))
      took = Date.now() - start
      close()
      await editor.until(last, ({ length }) => length === 0)
    }
    for (const before of [40, 35, 30, 25, 20, 15, 10, 5, 0]) {
      editor.open('api.yaml', text)
      await new Promise((resolve) => setTimeout(resolve, took - before))
      close()
      await settled()
      // What stays, stays for good; a busy machine only takes longer.
      for (let tries = 0; tries < 20 && shown().length > 0; tries++) await settled()
      expect(shown()).toEqual([])
    }
  })

  it('are by the config nearest to a file, in each folder that is open', async () => {
    const other = { 'b/.governance.yml': 'version: 1\nruleset_files: [own.yaml]\n' }
    const own = 'rules: { own: { given: $.info, then: { field: license, function: truthy } } }\n'
    const folder = folderOf({
      'a/rules.yaml': rules,
      'a/.governance.yml': config,
      ...other,
      'b/own.yaml': own,
    })
    const uri = (name: string) => `file://${join(folder, name)}`
    const editor = await editorIn(folder, {
      params: {
        workspaceFolders: [
          { uri: uri('a'), name: 'a' },
          { uri: uri('b'), name: 'b' },
        ],
      },
    })
    editor.open('a/api.yaml', api)
    editor.open('b/api.yaml', api)
    await editor.until('a/api.yaml', only('needs-contact', 'needs-license'))
    await editor.until('b/api.yaml', only('own'))
  })

  it('come for a definition that names its version at its end', async () => {
    const editor = await editorIn(folderOf(repository))
    const tags = Array.from({ length: 400 }, (_, index) => `  - { name: tag${index} }\n`).join('')
    const [version = '', ...rest] = api.split('\n')
    editor.open('last.yaml', `tags:\n${tags}${rest.join('\n')}${version}\n`)
    await editor.until('last.yaml', of('needs-contact'))
    const { openapi, ...value } = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} }
    editor.open('last.json', JSON.stringify({ ...value, 'x-long': 'x'.repeat(9000), openapi }))
    await editor.until('last.json', of('needs-contact'))
  })

  it('go with the file, and come for no other', async () => {
    const editor = await editorIn(folderOf(repository))
    editor.open('rules.yaml', rules)
    editor.open('other.json', '{}')
    editor.open('api.yaml', api)
    await editor.until('api.yaml', of('needs-contact'))
    expect(editor.found('other.json')).toBeUndefined()
    editor.notify('textDocument/didClose', { textDocument: { uri: editor.uri('api.yaml') } })
    await editor.until('api.yaml', ({ length }) => length === 0)
  })

  it('are those of a dashboard, or say that it was not reached', async () => {
    const served = await serveSandbox()
    const env = { GOV_TOKEN: 'demo-key-pipeline', GOV_RETRIES: '0' }
    const remote = `version: 1\ndashboard: { url: "${served.url}", retries: 0 }\ndefinitions: [api.yaml]\ncategories: [public]\n`
    const editor = await editorIn(folderOf({ 'api.yaml': api, '.governance.yml': remote }), { env })
    editor.open('api.yaml', api)
    const found = await editor.until('api.yaml', ({ length }) => length > 1)
    expect(codes(found)).not.toContain('bug')
    await served.stop()
    editor.write('api.yaml', `${api}# more\n`)
    const [fault, ...others] = await editor.until('api.yaml', ({ length }) => length === 1)
    expect(others).toEqual([])
    expect(fault?.message).toContain('Not checked: ')
  })
})

describe('an issue', () => {
  const shown = async (start?: Parameters<typeof startEditor>[1]) => {
    const folder = folderOf({
      'api.yaml': fixable,
      '.governance.yml': 'version: 1\nruleset_files: ["spectral:oas", rules.yaml]\ndefinitions: [api.yaml]\n',
      'rules.yaml': rules,
    })
    const editor = await editorIn(folder, start)
    editor.open('api.yaml', fixable)
    const found = await editor.until('api.yaml', of('needs-contact'))
    const rangeOf = (code: string) => found.find((each) => each.code === code)?.range
    return { folder, editor, rangeOf }
  }
  const fixable = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://example.com/v1/" }]
tags: [{ name: b }] # kept
paths:
  /a:
    get: { tags: [x], responses: { "200": { description: ok } } }
    put: { tags: [z], responses: { "200": { description: ok } } }
`

  it('is explained', async () => {
    const { editor, rangeOf } = await shown()
    const textDocument = { uri: editor.uri('api.yaml') }
    const position = rangeOf('needs-contact')?.start
    const { contents } = await editor.connection.sendRequest<{ contents: { value: string } }>(
      'textDocument/hover',
      { textDocument, position },
    )
    expect(contents.value).toContain('needs-contact (error)')
    expect(contents.value).toContain('rules.yaml (file): error')
    const none = { textDocument, position: { line: 3, character: 0 } }
    expect(await editor.connection.sendRequest('textDocument/hover', none)).toBeNull()
  })

  const actionsAt = async (editor: Editor, range: unknown) =>
    editor.connection.sendRequest<
      {
        title: string
        command?: { arguments: unknown[]; command: string }
        edit?: { changes: Record<string, TextEdit[]> }
      }[]
    >('textDocument/codeAction', {
      textDocument: { uri: editor.uri('api.yaml') },
      range,
      context: { diagnostics: [] },
    })

  it('is fixed, alone or with all of its rule', async () => {
    const { editor, rangeOf } = await shown()
    const fixed = async (rule: string, title: string) => {
      const actions = await actionsAt(editor, rangeOf(rule))
      const chosen = actions.find((action) => action.title.startsWith(title))
      const resolved = await editor.connection.sendRequest<typeof chosen>('codeAction/resolve', chosen)
      const edits = resolved?.edit?.changes[editor.uri('api.yaml')]
      const document = TextDocument.create('', '', 0, fixable)
      return edits && TextDocument.applyEdits(document, edits)
    }
    const one = fixable.replace('[{ name: b }]', '[{ name: b }, { name: x }]')
    const all = fixable.replace('[{ name: b }]', '[{ name: b }, { name: x }, { name: z }]')
    expect(await fixed('operation-tag-defined', 'Fix: operation-tag-defined')).toBe(one)
    expect(await fixed('operation-tag-defined', 'Fix all of operation-tag-defined')).toBe(all)
    const slash = 'oas3-server-trailing-slash'
    expect(await fixed(slash, `Fix: ${slash} (unsafe)`)).toBe(fixable.replace('v1/"', 'v1"'))
    const titles = (await actionsAt(editor, rangeOf(slash))).map(({ title }) => title)
    expect(titles.filter((title) => title.startsWith('Fix all of'))).toEqual([])
  })

  it('is fixed in a file that is not open, as every definition that uses it may have it', async () => {
    const part = 'get:\n  tags: [b, x]\n  responses: {"200": {description: ok}}\n'
    const using = `${api.replace('3.1.0', '3.0.3').replace('{}', '{ /a: { $ref: part.yaml } }')}tags: [{ name: b }]\n`
    const files = {
      'api.yaml': using,
      'other.yaml': using.replace('name: b }', 'name: b }, { name: x }'),
      'part.yaml': part,
      'rules.yaml':
        'extends: [[spectral:oas, off]]\nrules: { operation-tag-defined: error, operation-singular-tag: error }\n',
      '.governance.yml': config.replace('api.yaml', 'api.yaml, other.yaml'),
    }
    const editor = await editorIn(folderOf(files))
    editor.open('part.yaml', part)
    await editor.until('part.yaml', ({ length }) => length === 2)
    const actions = await editor.connection.sendRequest<{ title: string }[]>('textDocument/codeAction', {
      textDocument: { uri: editor.uri('part.yaml') },
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 20 } },
      context: { diagnostics: [] },
    })
    const changes = async (title: string) => {
      const chosen = actions.find((action) => action.title === title)
      const { edit } = await editor.connection.sendRequest<{ edit: unknown }>('codeAction/resolve', chosen)
      return edit
    }
    const inserted = { start: { line: 3, character: 18 }, end: { line: 3, character: 18 } }
    expect(await changes('Fix: operation-tag-defined')).toEqual({
      changes: { [editor.uri('api.yaml')]: [{ range: inserted, newText: ', { name: x }' }] },
    })
    const removed = { start: { line: 1, character: 10 }, end: { line: 1, character: 13 } }
    expect(await changes('Fix: operation-singular-tag (unsafe)')).toEqual({
      changes: { [editor.uri('part.yaml')]: [{ range: removed, newText: '' }] },
    })
  })

  it('is not fixed where that is less safe than the title of its fix', async () => {
    const part =
      'get:\n  parameters:\n    - {name: q, in: query}\n    - {name: q, in: query} # why\n  responses: {"200": {description: ok}}\n'
    const files = {
      'api.yaml': api.replace('{}', '{ /a: { $ref: part.yaml } }'),
      'part.yaml': part,
      'rules.yaml': 'extends: [[spectral:oas, off]]\nrules: { operation-parameters: error }\n',
      '.governance.yml': config,
    }
    const editor = await editorIn(folderOf(files))
    editor.open('part.yaml', part)
    await editor.until('part.yaml', ({ length }) => length === 1)
    const actions = await editor.connection.sendRequest<{ title: string }[]>('textDocument/codeAction', {
      textDocument: { uri: editor.uri('part.yaml') },
      range: { start: { line: 3, character: 0 }, end: { line: 3, character: 20 } },
      context: { diagnostics: [] },
    })
    const chosen = actions.find(({ title }) => title === 'Fix: operation-parameters')
    await expect(editor.connection.sendRequest('codeAction/resolve', chosen)).rejects.toThrow(
      'operation-parameters is not fixed: its fix is not safe; run gov fix --unsafe',
    )
  })

  it('is waived in the config, by an edit that says what to write', async () => {
    const { folder, editor, rangeOf } = await shown()
    const actions = await actionsAt(editor, rangeOf('needs-contact'))
    const edit = actions.find(({ title }) => title.startsWith('Waive needs-contact'))?.edit
    const [[, edits] = []] = Object.entries(edit?.changes ?? {})
    expect(JSON.stringify(edits)).toContain('needs-contact')
    expect(edits?.[0]?.newText).toMatch(/reason: ""\n *owner: ""/)
    expect(Object.keys(edit?.changes ?? {})).toEqual([editor.uri('.governance.yml')])
    expect(readFileSync(join(folder, '.governance.yml'), 'utf8')).not.toContain('waivers')
    editor.open('.governance.yml', 'version: 1 # not saved\n')
    const again = await actionsAt(editor, rangeOf('needs-contact'))
    expect(again.find(({ title }) => title.startsWith('Waive'))).toMatchObject({
      disabled: { reason: 'the config has unsaved changes' },
    })
  })

  const waived = async (editor: Editor, text: string, rule: string, line: number) => {
    editor.open('api.yaml', text)
    const found = await editor.until('api.yaml', of(rule))
    const range = found.find((each) => each.code === rule && each.range.start.line === line)?.range
    const actions = await actionsAt(editor, range)
    return actions.find(({ title }) => title.startsWith(`Waive ${rule} `))
  }
  const given = (path: string) => `{ given: "${path}", then: { field: x-owner, function: truthy } }`
  const owned = `rules: { owned: ${given('$.paths[*]')}, root: ${given('$')}, wide: ${given("$..[?(@property == 'info')]^")} }\n`
  const named = { ...repository, 'rules.yaml': owned }

  it('is waived in its own definition and place alone, whatever its keys hold', async () => {
    const text = `${api.replace(' {}', '')}  /proxy/*: {}\n  /proxy/secret: {}\n`
    const folder = folderOf({ ...named, 'api.yaml': text, 'other.yaml': text })
    const editor = await editorIn(folder)
    const { title = '', edit } = (await waived(editor, text, 'owned', 3)) ?? {}
    expect(title).toContain('Waive owned here until')
    const [edits = []] = Object.values(edit?.changes ?? {})
    const document = TextDocument.create('', '', 0, config)
    const filled = TextDocument.applyEdits(document, edits).replaceAll('""', 'me')
    writeFileSync(join(folder, '.governance.yml'), filled)
    const { stdout } = await runGov(['check', 'api.yaml', 'other.yaml', '--format', 'json'], { cwd: folder })
    const excused = JSON.parse(stdout).issues.filter((issue: { excused?: unknown }) => issue.excused)
    expect(excused).toMatchObject([{ file: 'api.yaml', rule_id: 'owned', path: 'paths./proxy/*' }])
  })

  it('at the root is waived in its definition alone, and not where that would excuse more', async () => {
    const editor = await editorIn(folderOf({ ...named, 'other.yaml': api }))
    const action = await waived(editor, api, 'root', 0)
    expect(action?.title).toContain('Waive root in all of api.yaml until')
    expect(JSON.stringify(action?.edit)).toContain('api_id: api.yaml')
    const text = `${api}x-a: { info: {} }\n`
    editor.write('api.yaml', text)
    await editor.until('api.yaml', (found) => found.filter(({ code }) => code === 'wide').length === 2)
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }
    const wide = (await actionsAt(editor, range)).find(({ title }) => title.startsWith('Waive wide'))
    expect(wide).toMatchObject({ disabled: { reason: expect.stringContaining('1 issue elsewhere') } })
    expect(wide?.edit).toBeUndefined()
  })

  it('leads to its rule', async () => {
    const capabilities = { window: { showDocument: { support: true } } }
    const { editor, rangeOf } = await shown({ params: { capabilities } })
    const asked: unknown[] = []
    editor.connection.onRequest('window/showDocument', (params) => {
      asked.push(params)
      return { success: true }
    })
    const actions = await actionsAt(editor, rangeOf('needs-contact'))
    const { command } = actions.find(({ title }) => title === 'Open the rule needs-contact') ?? {}
    await editor.connection.sendRequest('workspace/executeCommand', command)
    expect(asked).toEqual([
      {
        uri: editor.uri('rules.yaml'),
        takeFocus: true,
        selection: { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } },
      },
    ])
  })
})

it('ends with what the protocol asks where the client goes away, and by a signal', async () => {
  const folder = folderOf(repository)
  const gone = await processIn(folder)
  gone.open('api.yaml', api)
  await gone.until('api.yaml', of('needs-contact'))
  gone.hangUp()
  expect(await gone.exited).toBe(1)
  const stopped = await processIn(folder)
  process.kill(stopped.pid, 'SIGTERM')
  await stopped.exited
  expect(stopped.stderr()).not.toContain('internal error')
})

it('answers shutdown where exit follows at once', async () => {
  const editor = await processIn(folderOf(repository))
  editor.open('api.yaml', api)
  const answered = editor.connection.sendRequest('shutdown')
  void editor.connection.sendNotification('exit')
  expect(await answered).toBeNull()
  expect([await editor.exited, editor.stderr()]).toEqual([0, ''])
})
