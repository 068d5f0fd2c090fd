import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Editor, startEditor } from './editor.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const rules = `rules:
  needs-contact: { message: "{{path}} has no contact", severity: error, given: $.info, then: { field: contact, function: truthy } }
  needs-license: { given: $.info, then: { field: license, function: truthy } }
`
const config = 'version: 1\ndefinitions: [api.yaml]\nruleset_files: [rules.yaml]\n'
const repository = { 'api.yaml': api, 'rules.yaml': rules, '.governance.yml': config }

const folders: string[] = []
const editors: Editor[] = []

afterEach(() => {
  for (const editor of editors.splice(0)) editor.kill()
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

async function editorIn(folder: string, start?: Parameters<typeof startEditor>[1]): Promise<Editor> {
  const editor = await startEditor(folder, start)
  editors.push(editor)
  return editor
}

const codes = (found: readonly { readonly code?: unknown }[]) => found.map(({ code }) => code).sort()

it('shows the issues of an unsaved text, and ends as the protocol asks', async () => {
  const editor = await editorIn(folderOf(repository), { flags: ['--stdio'] })
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
