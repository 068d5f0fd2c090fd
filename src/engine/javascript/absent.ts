/** Globals of Node that JavaScript itself does not have. The sandbox skips those that it defines. */
export const absentNames =
  'process Buffer require __dirname __filename fetch setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask performance crypto navigator Intl WebAssembly Atomics SharedArrayBuffer WeakRef FinalizationRegistry AbortController AbortSignal Event EventTarget MessageChannel MessagePort MessageEvent BroadcastChannel Blob File FormData Headers Request Response WebSocket DOMException ReadableStream WritableStream TransformStream CompressionStream DecompressionStream'

/** How many characters before a name may hold the `typeof` that it belongs to. */
const longestGap = 200

/**
 * Whether code reads a name itself, rather than asks for its `typeof` or for a property of `globalThis`. `stack` is
 * one of QuickJS, whose second line has the line and column, both from 1, of who reads; `textOf` gives the text that
 * runs under a name. Code made at run time has no such text, so nothing in it counts as a read.
 */
export function isReadByName(
  name: string,
  stack: string,
  readText: (file: string) => string | undefined,
): boolean {
  const [, file = '', line = '', column = ''] =
    /[ (](\d+:.+):(\d+):(\d+)\)?$/.exec(stack.split('\n')[1] ?? '') ?? []
  const text = readText(file)
  if (text === undefined) return false
  const lines = text.split('\n')
  const here = [...(lines[Number(line) - 1] ?? '')]
  const start = Number(column) - 1
  const before = [...lines.slice(0, Number(line) - 1), here.slice(0, start).join('')].join('\n')
  const isName = here.slice(start, start + name.length).join('') === name
  return isName && !/\btypeof(?:\s|\(|\/\*[\s\S]*?\*\/)*$/.test(before.slice(-longestGap))
}
