import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { runInProcess } from './in-process.ts'
import { cleanEnv } from './run-gov.ts'

/** Each row names the section of the specification of LSP 3.17 that it follows. The client writes bytes, with no library. */

const api = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://example.com/v1/" }]
tags: [{ name: b }]
paths:
  /a:
    get: { tags: [x], responses: { "200": { description: ok } } }
    put: { tags: [z], responses: { "200": { description: ok } } }
  /b: { $ref: part.yaml }
`
const part = 'get: { tags: [b], responses: { "200": { description: ok } } }\n'
const rules = `extends: [[spectral:oas, off]]
rules:
  operation-tag-defined: error
  oas3-server-trailing-slash: warn
  needs-contact:
    documentationUrl: https://example.com/contact
    given: $.info
    then: { field: contact, function: truthy }
`
const config = 'version: 1\ndefinitions: [api.yaml]\nruleset_files: [rules.yaml]\n'
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-lsp-protocol-')))
for (const [file, text] of Object.entries({
  'api.yaml': api,
  'part.yaml': part,
  'rules.yaml': rules,
  '.governance.yml': config,
  'slow/.governance.yml': config,
  'slow/rules.yaml': 'functions: [slow]\nrules: { a: { given: $.info, then: { function: slow } } }\n',
  'slow/functions/slow.js':
    'export default () => { for (let i = 0; i < 5e7; i++); return [{ message: "late" }] }\n',
})) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Json = Readonly<Record<string, unknown>>

interface Client {
  readonly write: (text: string) => void
  readonly send: (message: Json) => void
  readonly notify: (method: string, params?: unknown) => void
  /** The whole response. */
  readonly request: (method: string, params?: unknown, id?: number | string) => Promise<Json>
  /** The first message, sent before or to come, that fits. */
  readonly until: (fits: (message: Json) => boolean) => Promise<Json>
  readonly received: readonly Json[]
  readonly exited: Promise<number>
  readonly initialize: (params?: Json) => Promise<Json>
  readonly open: (file?: string, text?: string, uri?: string) => Promise<Json>
  readonly end: () => void
}

const uriOf = (file: string) => pathToFileURL(join(folder, file)).href
const frame = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
const isDiagnostics = (uri: string) => (message: Json) =>
  message.method === 'textDocument/publishDiagnostics' && Object(message.params).uri === uri

function startClient(): Client {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const received: Json[] = []
  const waiting = new Set<() => void>()
  let bytes = Buffer.alloc(0)
  stdout.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, Math.max(end, 0)).toString())?.[1])
      if (end === -1 || bytes.length < end + 4 + length) break
      received.push(JSON.parse(bytes.subarray(end + 4, end + 4 + length).toString()))
      bytes = bytes.subarray(end + 4 + length)
    }
    for (const look of waiting) look()
  })
  const exited = runInProcess(['lsp'], {
    cwd: folder,
    env: cleanEnv(),
    stdin,
    stdout: (text) => void stdout.write(text),
    stderr: () => {},
  })
  let count = 0
  const write = (text: string) => void stdin.write(text)
  const send = (message: Json) => write(frame(JSON.stringify({ jsonrpc: '2.0', ...message })))
  const until: Client['until'] = (fits) =>
    new Promise((resolve) => {
      const look = () => {
        const found = received.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const notify: Client['notify'] = (method, params) =>
    send({ method, ...(params !== undefined && { params }) })
  const request: Client['request'] = (method, params, id = `r${++count}`) => {
    send({ id, method, ...(params !== undefined && { params }) })
    return until((message) => message.id === id && message.method === undefined)
  }
  return {
    write,
    send,
    notify,
    request,
    until,
    received,
    exited,
    initialize: async (params = {}) => {
      const answer = await request('initialize', {
        processId: null,
        rootUri: pathToFileURL(folder).href,
        capabilities: {},
        ...params,
      })
      notify('initialized', {})
      return answer
    },
    open: (file = 'api.yaml', text = api, uri = uriOf(file)) => {
      notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 7, text } })
      return until(isDiagnostics(uri))
    },
    end: () => void stdin.end(),
  }
}

const clients: Client[] = []
afterEach(async () => {
  const ended = clients.splice(0)
  for (const client of ended) client.end()
  await Promise.all(ended.map(({ exited }) => exited))
})

const textDocument = { uri: uriOf('api.yaml') }
const at = (line: number, character = 0) => ({ line, character })
const lines = (first: number, last = first) => ({ start: at(first), end: at(last, 99) })
const context = { diagnostics: [] }
const code = ({ error }: Json) => Object(error).code
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
const diagnosticsOf = ({ params }: Json) => list(Object(params).diagnostics)
const capable = (textDocumentCapabilities: Json, others: Json = {}) => ({
  capabilities: { textDocument: textDocumentCapabilities, ...others },
})
const lazy = { codeAction: { resolveSupport: { properties: ['edit'] }, dataSupport: true } }
const pulling = capable({ diagnostic: {} })

async function actions(client: Client, line: number, only?: readonly string[], last = line) {
  const given = { ...context, ...(only && { only }) }
  const answer = await client.request('textDocument/codeAction', {
    textDocument,
    range: lines(line, last),
    context: given,
  })
  return list(answer.result)
}

const titles = (found: readonly Json[]) => found.map(({ title }) => String(title).replace(/until.*/, 'until'))

type Row = readonly [
  section: string,
  says: string,
  act: (client: Client) => Promise<unknown>,
  expected: unknown,
]

const rows: readonly Row[] = [
  [
    'Base Protocol',
    'text that is not JSON',
    async (client) => {
      client.write(frame('{"jsonrpc":'))
      const { id, error } = await client.until((message) => 'error' in message)
      await client.initialize()
      return [id, Object(error).code]
    },
    [null, -32700],
  ],
  [
    'Base Protocol',
    'a message without a method',
    async (client) => {
      await client.initialize()
      client.send({ id: 5 })
      return code(await client.until(({ id }) => id === 5))
    },
    -32600,
  ],
  [
    'Base Protocol',
    'a method that is not known',
    async (client) => {
      await client.initialize()
      return code(await client.request('textDocument/nothing', {}))
    },
    -32601,
  ],
  [
    'Base Protocol',
    'an optional request that is not known',
    async (client) => {
      await client.initialize()
      return code(await client.request('$/nothing', {}))
    },
    -32601,
  ],
  [
    'Base Protocol',
    'an optional notification that is not known',
    async (client) => {
      await client.initialize()
      client.notify('$/nothing', {})
      return code(await client.request('shutdown'))
    },
    undefined,
  ],
  [
    'Base Protocol',
    'a number as an id, and a header with a content type',
    async (client) => {
      const text = JSON.stringify({
        jsonrpc: '2.0',
        id: 3,
        method: 'initialize',
        params: { capabilities: {}, processId: null, rootUri: null },
      })
      client.write(`Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n${frame(text)}`)
      return Object(await client.until(({ id }) => id === 3)).result !== undefined
    },
    true,
  ],
  [
    'Cancellation Support',
    'a request that waits',
    async (client) => {
      await client.initialize(pulling)
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      const answer = client.request('textDocument/diagnostic', { textDocument }, 9)
      client.notify('$/cancelRequest', { id: 9 })
      return code(await answer)
    },
    -32800,
  ],
  [
    'Cancellation Support',
    'a request that was answered',
    async (client) => {
      await client.initialize()
      client.notify('$/cancelRequest', { id: 77 })
      return code(await client.request('textDocument/hover', { textDocument, position: at(0) }))
    },
    undefined,
  ],
  [
    'Server lifecycle',
    'a request before initialize',
    async (client) => code(await client.request('textDocument/hover', { textDocument, position: at(0) })),
    -32002,
  ],
  [
    'Server lifecycle',
    'shutdown before initialize',
    async (client) => code(await client.request('shutdown')),
    -32002,
  ],
  [
    'Server lifecycle',
    'a notification before initialize is dropped',
    async (client) => {
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      await client.initialize()
      await pause(300)
      return client.received.some(isDiagnostics(textDocument.uri))
    },
    false,
  ],
  [
    'Server lifecycle',
    'exit before initialize',
    async (client) => {
      client.notify('exit')
      return client.exited
    },
    1,
  ],
  [
    'Initialize Request',
    'a second one',
    async (client) => {
      await client.initialize()
      return code(await client.request('initialize', { processId: null, rootUri: null, capabilities: {} }))
    },
    -32600,
  ],
  [
    'Initialize Request',
    'serverInfo',
    async (client) => Object((await client.initialize()).result).serverInfo?.name,
    'gov',
  ],
  [
    'Initialize Request',
    'no folder at all',
    async (client) => code(await client.initialize({ rootUri: null })),
    undefined,
  ],
  [
    'Server Capabilities',
    'nothing of OpenAPI itself',
    async (client) => {
      const { capabilities } = Object((await client.initialize()).result)
      return Object.keys(capabilities).sort()
    },
    [
      'codeActionProvider',
      'diagnosticProvider',
      'executeCommandProvider',
      'hoverProvider',
      'positionEncoding',
      'textDocumentSync',
      'workspace',
    ],
  ],
  [
    'Shutdown Request',
    'null',
    async (client) => {
      await client.initialize()
      return (await client.request('shutdown')).result
    },
    null,
  ],
  [
    'Shutdown Request',
    'a request after it',
    async (client) => {
      await client.initialize()
      await client.request('shutdown')
      return code(await client.request('textDocument/hover', { textDocument, position: at(0) }))
    },
    -32600,
  ],
  [
    'Exit Notification',
    'after shutdown',
    async (client) => {
      await client.initialize()
      await client.request('shutdown')
      client.notify('exit')
      return client.exited
    },
    0,
  ],
  [
    'Exit Notification',
    'without shutdown',
    async (client) => {
      await client.initialize()
      client.notify('exit')
      return client.exited
    },
    1,
  ],
  [
    'Initialize Request',
    'the client whose process ends',
    async (client) => {
      const parent = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
      await client.initialize({ processId: parent.pid })
      parent.kill()
      return client.exited
    },
    1,
  ],
  [
    'PublishDiagnostics Notification',
    'the version of the document',
    async (client) => {
      await client.initialize()
      return Object((await client.open()).params).version
    },
    7,
  ],
  [
    'PublishDiagnostics Notification',
    'the version after an edit',
    async (client) => {
      await client.initialize()
      await client.open()
      client.notify('textDocument/didChange', {
        textDocument: { ...textDocument, version: 9 },
        contentChanges: [{ text: `${api}x-a: 1\n` }],
      })
      const later = await client.until(
        (message) => isDiagnostics(textDocument.uri)(message) && Object(message.params).version !== 7,
      )
      return Object(later.params).version
    },
    9,
  ],
  [
    'PublishDiagnostics Notification',
    'none once a document is closed',
    async (client) => {
      await client.initialize()
      await client.open()
      client.notify('textDocument/didClose', { textDocument })
      const empty = await client.until(
        (message) => isDiagnostics(textDocument.uri)(message) && diagnosticsOf(message).length === 0,
      )
      return diagnosticsOf(empty)
    },
    [],
  ],
  [
    'Diagnostic',
    'the documentation of the rule',
    async (client) => {
      await client.initialize()
      const found = diagnosticsOf(await client.open())
      return found.filter(({ code }) => code === 'needs-contact').map((each) => each.codeDescription)
    },
    [{ href: 'https://example.com/contact' }],
  ],
  [
    'Diagnostic',
    'a syntax error of a part in the part',
    async (client) => {
      await client.initialize()
      await client.open()
      client.notify('textDocument/didOpen', {
        textDocument: { uri: uriOf('part.yaml'), languageId: 'yaml', version: 1, text: 'get: [\n' },
      })
      const shown = await client.until(
        (message) => isDiagnostics(uriOf('part.yaml'))(message) && diagnosticsOf(message).length > 0,
      )
      return diagnosticsOf(shown).map((each) => [each.code, each.severity, Object(each.range).start])
    },
    [['part-syntax', 1, at(0, 5)]],
  ],
  [
    'Pull Diagnostics',
    'the issues once they are known',
    async (client) => {
      await client.initialize(pulling)
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      const { kind, items } = Object(
        (await client.request('textDocument/diagnostic', { textDocument })).result,
      )
      return [kind, list(items).length]
    },
    ['full', 4],
  ],
  [
    'Pull Diagnostics',
    'the same again',
    async (client) => {
      await client.initialize(pulling)
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      const { resultId } = Object((await client.request('textDocument/diagnostic', { textDocument })).result)
      const again = await client.request('textDocument/diagnostic', {
        textDocument,
        previousResultId: resultId,
      })
      return Object(again.result).kind
    },
    'unchanged',
  ],
  [
    'Pull Diagnostics',
    'a client that asks is sent nothing of its open documents',
    async (client) => {
      await client.initialize(pulling)
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      await client.request('textDocument/diagnostic', { textDocument })
      return client.received.some(isDiagnostics(textDocument.uri))
    },
    false,
  ],
  [
    'Pull Diagnostics',
    'a client is asked to ask again once a file on disk changes',
    async (client) => {
      await client.initialize(
        capable({ diagnostic: {} }, { workspace: { diagnostics: { refreshSupport: true } } }),
      )
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: api },
      })
      await client.request('textDocument/diagnostic', { textDocument })
      writeFileSync(join(folder, 'rules.yaml'), rules.replace('tag-defined: error', 'tag-defined: warn'))
      const { method } = await client.until((message) => message.method === 'workspace/diagnostic/refresh')
      writeFileSync(join(folder, 'rules.yaml'), rules)
      return method
    },
    'workspace/diagnostic/refresh',
  ],
  [
    'Text Document Synchronization',
    'a text that was never saved',
    async (client) => {
      await client.initialize()
      const shown = await client.open('', api.replace(/ {2}\/b.*\n/, ''), 'untitled:Untitled-1')
      return diagnosticsOf(shown).length
    },
    4,
  ],
  [
    'Hover Request',
    'what the rule says',
    async (client) => {
      await client.initialize()
      await client.open()
      const { result } = await client.request('textDocument/hover', { textDocument, position: at(1, 1) })
      return String(Object(result).contents?.value).includes('needs-contact')
    },
    true,
  ],
  [
    'Hover Request',
    'null where there is no issue',
    async (client) => {
      await client.initialize()
      await client.open()
      return (await client.request('textDocument/hover', { textDocument, position: at(4, 0) })).result
    },
    null,
  ],
  [
    'Code Action Request',
    'the diagnostics that an action is about',
    async (client) => {
      await client.initialize(capable(lazy))
      const shown = diagnosticsOf(await client.open())
      const found = await actions(client, 1, ['quickfix'])
      return found.every((each) =>
        list(each.diagnostics).every((own) =>
          shown.some((one) => JSON.stringify(one) === JSON.stringify(own)),
        ),
      )
    },
    true,
  ],
  [
    'Code Action Request',
    'the fix to prefer',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      return titles((await actions(client, 6)).filter((each) => each.isPreferred))
    },
    ['Fix: operation-tag-defined'],
  ],
  [
    'Code Action Request',
    'a fix that is not safe',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      return titles(await actions(client, 2, ['quickfix']))
    },
    ['Fix: oas3-server-trailing-slash (unsafe)', 'Waive oas3-server-trailing-slash here until'],
  ],
  [
    'Code Action Request',
    'only what is asked for: source.fixAll',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      return (await actions(client, 1, ['source.fixAll'])).map(({ kind, title }) => [kind, title])
    },
    [['source.fixAll.gov', 'Fix all that is safe to fix in api.yaml']],
  ],
  [
    'Code Action Request',
    'only what is asked for: refactor',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      return actions(client, 6, ['refactor'])
    },
    [],
  ],
  [
    'Code Action Request',
    'an edit at once for a client that cannot ask for it later',
    async (client) => {
      await client.initialize()
      await client.open()
      return (await actions(client, 0, undefined, 9)).filter(
        ({ edit, command }) => edit === undefined && command === undefined,
      )
    },
    [],
  ],
  [
    'Code Action Request',
    'a command for a client that cannot ask for the edit later, and takes one',
    async (client) => {
      await client.initialize({ capabilities: { workspace: { applyEdit: true } } })
      await client.open()
      const { edit, command } = Object((await actions(client, 6))[0])
      const executed = client.request('workspace/executeCommand', command)
      const { id, params } = await client.until(({ method }) => method === 'workspace/applyEdit')
      client.send({ id, result: { applied: true } })
      return [edit, code(await executed), Object.keys(Object(params).edit.changes)]
    },
    [undefined, undefined, [textDocument.uri]],
  ],
  [
    'Execute Command Request',
    'a fix of a text that has changed',
    async (client) => {
      await client.initialize({ capabilities: { workspace: { applyEdit: true } } })
      await client.open()
      const { command } = Object((await actions(client, 6))[0])
      const contentChanges = [{ text: `${api}x-a: 1\n` }]
      client.notify('textDocument/didChange', {
        textDocument: { ...textDocument, version: 8 },
        contentChanges,
      })
      return code(await client.request('workspace/executeCommand', command))
    },
    -32803,
  ],
  [
    'Code Action Resolve Request',
    'every action has its edit',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      const found = await actions(client, 0, undefined, 9)
      const resolved = await Promise.all(
        found.map(async (each) => Object((await client.request('codeAction/resolve', each)).result)),
      )
      return [
        found.length > 5,
        resolved.filter(({ edit }) => Object.values(Object(edit).changes ?? {}).flat().length === 0),
      ]
    },
    [true, []],
  ],
  [
    'Code Action Resolve Request',
    'an action of a text that has changed',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      const [first] = await actions(client, 6, ['quickfix'])
      client.notify('textDocument/didChange', {
        textDocument: { ...textDocument, version: 8 },
        contentChanges: [{ text: `${api}x-a: 1\n` }],
      })
      return code(await client.request('codeAction/resolve', first))
    },
    -32803,
  ],
  [
    'Work Done Progress',
    'a check that takes long, for a client that can show it',
    async (client) => {
      await client.initialize({ capabilities: { window: { workDoneProgress: true } } })
      void client.open('slow/api.yaml')
      const { id, params } = await client.until(({ method }) => method === 'window/workDoneProgress/create')
      client.send({ id, result: null })
      const progress = (kind: string) => (message: Json) =>
        message.method === '$/progress' &&
        Object(message.params).token === Object(params).token &&
        Object(message.params).value.kind === kind
      const begin = await client.until(progress('begin'))
      await client.until(progress('end'))
      return Object(begin.params).value.title
    },
    'Checking api.yaml',
  ],
  [
    'Work Done Progress',
    'nothing for a client that cannot',
    async (client) => {
      await client.initialize()
      await client.open('slow/api.yaml')
      return client.received.some(({ method }) => String(method).includes('rogress'))
    },
    false,
  ],
  [
    'Request Message',
    'hover and code actions while another document is checked',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      await actions(client, 6)
      const slow = client.open('slow/api.yaml')
      await pause(200)
      const { result } = await client.request('textDocument/hover', { textDocument, position: at(1, 1) })
      const found = await actions(client, 6)
      const isEarlier = !client.received.some(isDiagnostics(uriOf('slow/api.yaml')))
      await slow
      return [result !== null, found.length > 0, isEarlier]
    },
    [true, true, true],
  ],
  [
    'WorkspaceEdit',
    'the version of the document where the client can tell',
    async (client) => {
      await client.initialize(capable(lazy, { workspace: { workspaceEdit: { documentChanges: true } } }))
      await client.open()
      const [fixAll] = await actions(client, 0, ['source.fixAll.gov'])
      const { edit } = Object((await client.request('codeAction/resolve', fixAll)).result)
      return [Object.keys(edit), edit.documentChanges.map((each: Json) => each.textDocument)]
    },
    [['documentChanges'], [{ ...textDocument, version: 7 }]],
  ],
  [
    'WorkspaceEdit',
    'changes for any other client',
    async (client) => {
      await client.initialize(capable(lazy))
      await client.open()
      const [fixAll] = await actions(client, 0, ['source.fixAll.gov'])
      const { edit } = Object((await client.request('codeAction/resolve', fixAll)).result)
      return Object.keys(edit.changes)
    },
    [textDocument.uri],
  ],
]

it.each(rows)('%s: %s', async (_section, _says, act, expected) => {
  const client = startClient()
  clients.push(client)
  expect(await act(client)).toEqual(expected)
})
