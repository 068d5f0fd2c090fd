import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { runInProcess } from './in-process.ts'
import { cleanEnv, govCommand, inThisProcess } from './run-gov.ts'

/** An editor's own client library, over the streams of the built program. */
export interface Editor {
  readonly connection: ProtocolConnection
  readonly answer: InitializeResult
  readonly pid: number
  readonly stderr: () => string
  readonly uri: (file: string) => string
  readonly open: (file: string, text: string) => void
  /** Replaces the whole text. */
  readonly write: (file: string, text: string) => void
  readonly notify: (method: string, params: unknown) => void
  /** The latest diagnostics of a file; undefined before the first. */
  readonly found: (file: string) => readonly Diagnostic[] | undefined
  /** What comes next for a file, or is there if it fulfils `wanted`. */
  readonly until: (
    file: string,
    wanted: (found: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>
  /** shutdown and exit; the exit code. */
  readonly quit: () => Promise<number | null>
  readonly kill: () => void
  /** Closes the server's standard input. */
  readonly hangUp: () => void
  readonly exited: Promise<number | null>
}

interface Start {
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly params?: Partial<InitializeParams>
}

/** The built program while it serves. */
interface Serving {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: () => string
  readonly exited: Promise<number | null>
  readonly kill: () => void
}

/** In this process, unless another program is tested. */
export function startEditor(cwd: string, start: Start = {}): Promise<Editor> {
  return connected(inThisProcess ? serveHere(cwd, start) : serve(cwd, start), cwd, start)
}

export function startEditorProcess(cwd: string, start: Start = {}): Promise<Editor> {
  return connected(serve(cwd, start), cwd, start)
}

function serve(cwd: string, { flags = [], env = {} }: Start): Serving {
  const [command, argv] = govCommand(['lsp', ...flags])
  const child = spawn(command, argv, { cwd, env: cleanEnv(env) })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += String(text)
  })
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: () => stderr,
    exited: new Promise((resolve) => child.on('close', resolve)),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The end of its input is all that can end it. */
function serveHere(cwd: string, { flags = [], env = {} }: Start): Serving {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  let stderr = ''
  const exited = runInProcess(['lsp', ...flags], {
    cwd,
    env: cleanEnv(env),
    stdin,
    stdout: (text) => void stdout.write(text),
    stderr: (text) => {
      stderr += text
    },
  })
  return { pid: process.pid, stdin, stdout, stderr: () => stderr, exited, kill: () => void stdin.end() }
}

async function connected(serving: Serving, cwd: string, { params = {} }: Start): Promise<Editor> {
  const { stdin, stdout, exited } = serving
  const connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin))
  const uri = (file: string) => pathToFileURL(join(cwd, file)).href
  const versions = new Map<string, number>()
  const latest = new Map<string, readonly Diagnostic[]>()
  const waiting = new Set<() => void>()
  connection.onNotification('textDocument/publishDiagnostics', ({ uri: name, diagnostics }) => {
    latest.set(name, diagnostics)
    for (const look of waiting) look()
  })
  connection.listen()
  const notify = (method: string, given: unknown) => void connection.sendNotification(method, given)
  const answer: InitializeResult = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileURL(cwd).href, name: 'folder' }],
    ...params,
  })
  notify('initialized', {})
  return {
    connection,
    answer,
    pid: serving.pid,
    stderr: serving.stderr,
    uri,
    notify,
    open: (file, text) => {
      versions.set(file, 1)
      const textDocument = { uri: uri(file), languageId: 'yaml', version: 1, text }
      notify('textDocument/didOpen', { textDocument })
    },
    write: (file, text) => {
      const version = (versions.get(file) ?? 1) + 1
      versions.set(file, version)
      notify('textDocument/didChange', {
        textDocument: { uri: uri(file), version },
        contentChanges: [{ text }],
      })
    },
    found: (file) => latest.get(uri(file)),
    until: (file, wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = latest.get(uri(file))
          if (!found || !wanted(found)) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    quit: async () => {
      await connection.sendRequest('shutdown')
      void connection.sendNotification('exit')
      return exited
    },
    hangUp: () => void stdin.end(),
    kill: serving.kill,
    exited,
  }
}
