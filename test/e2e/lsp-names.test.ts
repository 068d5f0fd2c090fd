import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver-protocol'
import { type Editor, startEditor } from './editor.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const better = api.replace('"1"', '"1", contact: { name: me }')
const files = {
  'api.yaml': api,
  'rules.yaml': 'rules: { contact: { given: $.info, then: { field: contact, function: truthy } } }\n',
  '.governance.yml': 'version: 1\ndefinitions: [api.yaml]\nruleset_files: [rules.yaml]\n',
}

const folders: string[] = []
const editors: Editor[] = []

afterEach(async () => {
  const ended = editors.splice(0)
  for (const editor of ended) editor.kill()
  await Promise.all(ended.map(({ exited }) => exited))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderOf(contents: Readonly<Record<string, string>> = files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-lsp-')))
  folders.push(folder)
  for (const [file, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** An editor that names files as it likes. */
async function clientIn(folder: string, start?: Parameters<typeof startEditor>[1]) {
  const editor = await startEditor(folder, start)
  editors.push(editor)
  const latest = new Map<string, readonly Diagnostic[]>()
  editor.connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    latest.set(uri, diagnostics)
  })
  const until = async (uri: string, count: number) => {
    for (let tries = 0; tries < 200; tries++) {
      if (latest.get(uri)?.length === count) return latest.get(uri)
      await pause(25)
    }
    throw new Error(`${uri} has ${JSON.stringify(latest.get(uri))}, not ${count}`)
  }
  const open = (uri: string, text: string) =>
    editor.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } })
  const write = (uri: string, text: string) =>
    editor.notify('textDocument/didChange', {
      textDocument: { uri, version: Date.now() },
      contentChanges: [{ text }],
    })
  const close = (uri: string) => editor.notify('textDocument/didClose', { textDocument: { uri } })
  return { editor, latest, until, open, write, close }
}

it.each([
  ['a link', (folder: string) => pathToFileURL(join(folder, 'link.yaml')).href],
  ['escapes', (folder: string) => `file://${folder}/%61pi%2Eyaml`],
  ['two slashes', (folder: string) => `file://${folder}//api.yaml`],
  ['a way up', (folder: string) => `file://${folder}/rules/%2e%2e/api.yaml`],
  ['a host', (folder: string) => `file://localhost${folder}/api.yaml`],
])('has one state for a file with a second name: %s', async (_name, other) => {
  const folder = folderOf()
  symlinkSync('api.yaml', join(folder, 'link.yaml'))
  const [first, second] = [pathToFileURL(join(folder, 'api.yaml')).href, other(folder)]
  const { editor, latest, until, open, write, close } = await clientIn(folder)
  open(first, api)
  await until(first, 1)
  open(second, api)
  await until(second, 1)
  write(second, better)
  await until(first, 0)
  await until(second, 0)
  write(first, api)
  await until(second, 1)
  const position = { line: 1, character: 1 }
  const hovers = [first, second].map((uri) =>
    editor.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position }),
  )
  expect(await Promise.all(hovers)).toEqual([expect.anything(), expect.anything()])
  close(first)
  await until(first, 0)
  // The text of the name that is still open counts again, and not what is on disk.
  await until(second, 0)
  write(second, api)
  await until(second, 1)
  close(second)
  await until(second, 0)
  expect([...latest.keys()].filter((uri) => latest.get(uri)?.length !== 0)).toEqual([])
})

it('sends diagnostics to the name that the client uses, and takes them back there', async () => {
  const folder = folderOf()
  const { latest, until, open, close } = await clientIn(folder)
  const uri = `file://${folder}/%61pi.yaml`
  open(uri, api)
  await until(uri, 1)
  close(uri)
  await until(uri, 0)
  expect([...latest.values()].flat()).toEqual([])
})

it('knows a part by the name that the client has open, whatever its definition calls it', async () => {
  const folder = folderOf({
    ...files,
    'api.yaml': api.replace('{}', '\n  /a: { $ref: parts/link.yaml }'),
    'rules.yaml': 'rules: { sum: { given: "$.paths[*][*]", then: { field: summary, function: truthy } } }\n',
    'parts/real.yaml': 'get: {}\n',
  })
  symlinkSync('real.yaml', join(folder, 'parts/link.yaml'))
  const { until, open, write, close } = await clientIn(folder)
  const [root, part] = ['api.yaml', 'parts/real.yaml'].map((name) => pathToFileURL(join(folder, name)).href)
  const link = pathToFileURL(join(folder, 'parts/link.yaml')).href
  open(String(root), files['api.yaml'].replace('{}', '\n  /a: { $ref: parts/link.yaml }'))
  await until(link, 1)
  open(String(part), 'get: {}\n')
  await until(String(part), 1)
  await until(link, 0)
  write(String(part), 'get: { summary: ok }\n')
  await until(String(part), 0)
  close(String(root))
  write(String(part), 'get: {}\n')
  await until(String(part), 1)
})

it('finds the config of a folder whose name leads elsewhere', async () => {
  const folder = folderOf({ '.governance.yml': files['.governance.yml'], 'rules.yaml': files['rules.yaml'] })
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  const linked = `${folder}-link`
  symlinkSync(folder, linked)
  folders.push(linked)
  const start = { params: { workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'folder' }] } }
  const { until, open } = await clientIn(folder, start)
  const uri = pathToFileURL(join(linked, 'deep/er/api.yaml')).href
  open(uri, api)
  expect((await until(uri, 1))?.[0]?.code).toBe('contact')
})

it('fixes what a link leads to, under its own name', async () => {
  const folder = folderOf({
    'api.yaml': `${better}tags: [{ name: b }, { name: a }]\n`,
    'rules.yaml': 'extends: [[spectral:oas, off]]\nrules: { openapi-tags-alphabetical: error }\n',
    '.governance.yml': files['.governance.yml'],
  })
  mkdirSync(join(folder, 'legacy'))
  symlinkSync('../api.yaml', join(folder, 'legacy/link.yaml'))
  const { editor, until, open } = await clientIn(folder)
  const uri = pathToFileURL(join(folder, 'legacy/link.yaml')).href
  open(uri, `${better}tags: [{ name: b }, { name: a }]\n`)
  const [shown] = (await until(uri, 1)) ?? []
  const actions = await editor.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: shown?.range,
    context: { diagnostics: [] },
  })
  // A client that cannot ask for an edit later gets it at once.
  const first = Array.isArray(actions) ? actions[0] : undefined
  expect(first).toMatchObject({
    title: expect.stringContaining('Fix: openapi-tags-alphabetical'),
    edit: { changes: { [uri]: expect.anything() } },
  })
})
