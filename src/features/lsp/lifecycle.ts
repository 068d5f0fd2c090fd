import { kill } from 'node:process'
import {
  type CancellationToken,
  ErrorCodes,
  LSPErrorCodes,
  Message,
  type MessageReader,
  type MessageWriter,
  ResponseError,
} from 'vscode-languageserver-protocol/node'

/** Refuses what comes at a wrong time or cannot be read (LSP 3.17): the library answers any request, and only logs what is not JSON. */
export function guardLifecycle(reader: MessageReader, writer: MessageWriter): MessageReader {
  let stage: Stage = 'new'
  const refuse = (id: unknown, [code, message]: Refusal) =>
    // The type knows no answer to a message without a readable id.
    void writer.write(Object.assign({ jsonrpc: '2.0' }, { id, error: { code, message } })).catch(() => {})
  const isWanted = (message: Message): boolean => {
    if (Message.isResponse(message)) return true
    const { id = null, method } = Object(message)
    if (Message.isNotification(message)) return method === 'exit' || stage === 'serving'
    const refusal = findRefusal(method, stage)
    if (refusal) refuse(id, refusal)
    else stage = method === 'shutdown' ? 'ending' : 'serving'
    return refusal === undefined
  }
  reader.onError((error) => {
    if (error.name === 'SyntaxError') refuse(null, [ErrorCodes.ParseError, error.message])
  })
  return {
    onError: (...listener) => reader.onError(...listener),
    onClose: (...listener) => reader.onClose(...listener),
    onPartialMessage: (...listener) => reader.onPartialMessage(...listener),
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        if (isWanted(message)) callback(message)
      }),
  }
}

type Stage = 'new' | 'serving' | 'ending'
type Refusal = readonly [code: number, message: string]

function findRefusal(method: unknown, stage: Stage): Refusal | undefined {
  if (typeof method !== 'string') return [ErrorCodes.InvalidRequest, 'the message has no method']
  if (stage === 'ending') return [ErrorCodes.InvalidRequest, 'the server is shutting down']
  if (stage === 'serving' && method === 'initialize')
    return [ErrorCodes.InvalidRequest, 'initialize comes once']
  if (stage === 'new' && method !== 'initialize')
    return [ErrorCodes.ServerNotInitialized, 'initialize comes first']
  return undefined
}

/** A request that the client cancels is answered at once with the error that says so. */
export function cancellable<Params, Result>(
  handle: (params: Params) => Result | Promise<Result>,
): (params: Params, token: CancellationToken) => Promise<Result> {
  return (params, token) =>
    new Promise((resolve, reject) => {
      const cancel = () =>
        reject(new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled by the client'))
      // A token of a request that was cancelled before it began never says so.
      if (token.isCancellationRequested) return cancel()
      token.onCancellationRequested(cancel)
      Promise.resolve(params).then(handle).then(resolve, reject)
    })
}

const parentPollMs = 1000

/** Resolves once the process of the client has ended, which starts no other and leaves no message. */
export function waitForEnd(pid: number, signal: AbortSignal): Promise<'ended'> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      try {
        kill(pid, 0)
      } catch (error) {
        // A process of somebody else is alive.
        if (Object(error).code === 'ESRCH') resolve('ended')
      }
    }, parentPollMs)
    timer.unref()
    signal.addEventListener('abort', () => clearInterval(timer))
  })
}
