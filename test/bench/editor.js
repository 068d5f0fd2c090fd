/**
 * What a person at an editor waits for, with spectral:oas, by the clock: from an edit to its diagnostics, and for a hover
 * and for code actions while a large definition is checked. Half of the edits add an issue, half take it away. The client asks
 * for the edit of an action once it is chosen, as most editors do.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  // biome-ignore lint/correctness/noUndeclaredDependencies: the tests of the project bring it
} from 'vscode-languageserver-protocol/node'

const root = resolve(import.meta.dirname, '../..')
const specs = join(root, '../shared/specs')
const edits = 40
const small = 'petstorev3.json'
const large = 'stripe.yaml'

const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const atPart = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]
const row = (name, times) => {
  const sorted = times.toSorted((one, other) => one - other)
  const [middle, most, worst] = [0.5, 0.95, 1].map((part) => `${atPart(sorted, part).toFixed(0)} ms`)
  process.stdout.write(`| ${name} | ${middle} | ${most} | ${worst} |\n`)
}

async function startEditor(names) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-editor-'))
  for (const name of names) copyFileSync(join(specs, name), join(folder, name))
  writeFileSync(join(folder, '.governance.yml'), 'version: 1\nruleset_files: ["spectral:oas"]\n')
  const child = spawn(process.execPath, [join(root, 'bin/gov.js'), 'lsp'], { cwd: folder })
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const found = new Map()
  let wake = () => {}
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    found.set(uri, diagnostics)
    wake()
  })
  connection.listen()
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
    },
  })
  void connection.sendNotification('initialized', {})
  return {
    pid: child.pid,
    connection,
    open: (name) => openDocument(name),
    close: async () => {
      await connection.sendRequest('shutdown')
      void connection.sendNotification('exit')
      await new Promise((done) => child.on('close', done))
      rmSync(folder, { recursive: true })
    },
  }

  async function openDocument(name) {
    const uri = pathToFileURL(join(folder, name)).href
    let text = readFileSync(join(folder, name), 'utf8')
    let version = 1
    const shown = (wanted) =>
      new Promise((done) => {
        wake = () => {
          if (wanted(found.get(uri)?.length)) done()
        }
        wake()
      })
    const textDocument = { uri, languageId: 'yaml', version, text }
    void connection.sendNotification('textDocument/didOpen', { textDocument })
    await shown((count) => count !== undefined)
    return {
      at: { textDocument: { uri } },
      /** A space in an operationId, where there is none yet. */
      edit: async (near) => {
        const pattern = /operationId"?: *"?\w/g
        pattern.lastIndex = Math.floor(text.length * near)
        const { index, 0: match } = pattern.exec(text)
        return change(index + match.length, 0, ' ')
      },
      change,
      /** Where the first issue is shown. */
      first: () => found.get(uri)[0].range,
      close: async () => {
        void connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
        await shown((count) => count === 0)
        found.delete(uri)
      },
    }

    /** Resolves once as many issues are shown as are expected then. */
    function change(offset, length, inserted, more = inserted === '' ? -1 : 1) {
      const position = (at) => {
        const before = text.slice(0, at)
        const start = before.lastIndexOf('\n') + 1
        return { line: before.split('\n').length - 1, character: at - start }
      }
      const range = { start: position(offset), end: position(offset + length) }
      text = text.slice(0, offset) + inserted + text.slice(offset + length)
      version += 1
      const expected = found.get(uri).length + more
      const started = performance.now()
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text: inserted }],
      })
      const done = shown((count) => count === expected).then(() => performance.now() - started)
      return { done, undo: () => change(offset, inserted.length, '') }
    }
  }
}

async function measureEdits(name) {
  const editor = await startEditor([name])
  const document = await editor.open(name)
  const took = []
  for (let index = 0; index < edits / 2; index += 1) {
    await wait(300)
    const { done, undo } = await document.edit((index + 0.5) / edits)
    took.push(await done)
    await wait(300)
    took.push(await undo().done)
  }
  row(`edit ${name}`, took)
  await editor.close()
}

/** Asks again and again until `done`, a little later each time. */
async function ask(editor, method, params, done) {
  let isDone = false
  done.then(() => {
    isDone = true
  })
  const took = []
  for (let pause = 5; !isDone; pause = (pause % 40) + 7) {
    const started = performance.now()
    await editor.connection.sendRequest(method, params())
    took.push(performance.now() - started)
    await wait(pause)
  }
  return took
}

async function measureAnswers() {
  const editor = await startEditor([small, large])
  const other = await editor.open(small)
  const requests = [
    ['hover', 'textDocument/hover', ({ at, first }) => ({ ...at, position: first().start })],
    [
      'code actions',
      'textDocument/codeAction',
      ({ at, first }) => ({ ...at, range: first(), context: { diagnostics: [] } }),
    ],
  ]
  for (const [what, method, paramsAt] of requests) {
    const opened = editor.open(large)
    const took = await ask(editor, method, () => paramsAt(other), opened)
    const document = await opened
    row(`${what} in ${small} while ${large} is opened`, took)
    for (const [name, asked] of [
      [small, other],
      [large, document],
    ]) {
      const took = []
      for (let index = 0; index < 5; index += 1) {
        const { done, undo } = await document.edit((index + 0.5) / 10)
        took.push(...(await ask(editor, method, () => paramsAt(asked), done)))
        took.push(...(await ask(editor, method, () => paramsAt(asked), undo().done)))
      }
      row(`${what} in ${name} while an edit of ${large} is checked`, took)
    }
    const atRest = []
    for (let index = 0; index < 5; index += 1) {
      await wait(200)
      const started = performance.now()
      const answer = await editor.connection.sendRequest(method, paramsAt(document))
      atRest.push(performance.now() - started)
      if (!answer || answer.length === 0) throw new Error(`${what}: no answer`)
    }
    row(`${what} in ${large} at rest`, atRest)
    await document.close()
  }
  await editor.close()
}

process.stdout.write('| what | median | p95 | worst |\n|---|---|---|---|\n')
for (const name of [small, 'asana.yaml', large]) await measureEdits(name)
await measureAnswers()
