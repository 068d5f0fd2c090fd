import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { effort } from '../effort.ts'
import { type Editor, startEditorProcess } from './editor.ts'
import { runGov } from './run-gov.ts'

/** `GOV_TEST_LSP_EDITS=10000` makes this an hour's work at a keyboard. */
const edits = Number(process.env.GOV_TEST_LSP_EDITS ?? 40 * effort)
/** Edits between two comparisons. */
const apart = edits > 1000 ? 100 : 5
const mostMb = 700

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-lsp-edits-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = `openapi: 3.1.0 # é😀
info: { title: "Ünïcode 😀", version: "1" }
servers: [{ url: "https://example.com/" }]
paths:
  /a/{id}:
    get:
      tags: [x, y]
      summary: 😀 reads
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components:
  schemas:
    A: { type: object, properties: { a: { type: integer, enum: [1, 1] } }, example: { a: x } }
    B: &b { type: array }
`

const config = 'version: 1\nruleset_files: ["spectral:oas"]\npolicy: { fail_on: error }\n'

/** What people type, paste and delete: also what leaves no YAML, or no OpenAPI document. */
const pieces = [
  '',
  ' ',
  '\n',
  '\r\n',
  'a',
  '😀',
  ': ',
  '- ',
  '"',
  '{',
  '}',
  '[',
  '  x: 1\n',
  '# c\n',
  '*b',
  '\ttags: []\n',
  '$ref: "#/x"',
  'summary: no\n',
]

interface Edit {
  readonly at: number
  readonly length: number
  readonly piece: string
}

const editOf = fc.record({
  /** Numbers between 0 and 1 would nearly all be close to 0. */
  at: fc.noBias(fc.nat(9999)).map((number) => number / 10_000),
  length: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(12)),
  piece: fc.constantFrom(...pieces),
})

it(`${edits} random edits leave what a fresh run says`, { timeout: 60_000 + edits * 2000 }, async () => {
  writeFileSync(join(folder, '.governance.yml'), config)
  writeFileSync(join(folder, 'api.yaml'), text)
  const editor = await startEditorProcess(folder)
  try {
    editor.open('api.yaml', text)
    let now = text
    let version = 1
    let before = 0
    for (const [index, edit] of fc.sample(editOf, edits).entries()) {
      // What is broken beyond repair says little more.
      if (index % 25 === 24) now = typed(editor, { start: 0, end: now.length, newText: text }, now, ++version)
      else now = typed(editor, rangeOf(edit, now), now, ++version)
      if (index % apart !== apart - 1) continue
      const wanted = await freshRun(now)
      await editor.until('api.yaml', (found) => placed(found).join('\n') === wanted.join('\n'))
      if (index < edits / 2) before = memoryOf(editor.pid)
    }
    const after = memoryOf(editor.pid)
    if (edits > 1000) process.stderr.write(`resident: ${before} MB half-way, ${after} MB at the end\n`)
    expect(after).toBeLessThan(mostMb)
    expect(editor.stderr()).toBe('')
  } finally {
    editor.kill()
  }
})

function rangeOf({ at, length, piece }: Edit, now: string) {
  const start = Math.floor(at * now.length)
  return { start, end: Math.min(now.length, start + length), newText: piece }
}

/** Sends the edit as a change of a range, and gives the text that both sides have now. */
function typed(
  editor: Editor,
  { start, end, newText }: ReturnType<typeof rangeOf>,
  now: string,
  version: number,
): string {
  const document = TextDocument.create('', '', 0, now)
  const range = { start: document.positionAt(start), end: document.positionAt(end) }
  const contentChanges = [{ range, text: newText }]
  editor.notify('textDocument/didChange', {
    textDocument: { uri: editor.uri('api.yaml'), version },
    contentChanges,
  })
  return TextDocument.applyEdits(document, [{ range, newText }])
}

/** What \`gov check\` of the same bytes says, as lines; the code alone where there is no verdict. */
async function freshRun(now: string): Promise<readonly string[]> {
  writeFileSync(join(folder, 'api.yaml'), now)
  const { stdout } = await runGov(['check', 'api.yaml', '--format', 'json'], { cwd: folder })
  const { issues, outcome } = JSON.parse(stdout)
  if (outcome.failure) return [String(outcome.failure.code)]
  const severities = ['error', 'warn', 'info', 'hint']
  return issues
    .map((issue: Record<string, unknown>) =>
      [
        Number(issue.line) - 1,
        Number(issue.column) - 1,
        severities.indexOf(String(issue.severity)) + 1,
        issue.rule_id,
        issue.message,
      ].join(' '),
    )
    .sort()
}

function placed(found: readonly Diagnostic[]): readonly string[] {
  const [first] = found
  if (String(first?.message).startsWith('Not checked')) return [String(first?.code)]
  return found
    .map(({ range: { start }, severity, code, message }) =>
      [start.line, start.character, severity, code, message].join(' '),
    )
    .sort()
}

/** Megabytes; 0 where the system does not say. */
function memoryOf(pid: number): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb) / 1024)
  } catch {
    return 0
  }
}
