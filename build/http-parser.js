import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
// A file that undici moved ends the build.
const plainParser = require.resolve('undici/lib/llhttp/llhttp-wasm.js')
const client = require.resolve('undici/lib/dispatcher/client-h1.js')

/**
 * Node 20 spends 100 ms of its other threads on optimising the WebAssembly of undici's HTTP parser after the first response, and
 * a program cannot keep it from that. So there, and wherever WebAssembly is missing, it is the same parser in JavaScript.
 * Goes with Node 20.
 */
export const httpParser = {
  name: 'http-parser',
  load: (id) => (id === plainParser ? { code: translate(require(plainParser)) } : undefined),
  transform: (code, id) => (id === client ? inPlace + code : undefined),
}

/** undici takes its plain parser, which is the translated one, where the other one cannot be made. */
const inPlace = `const WebAssembly = {
  Module: function (source) {
    if (typeof source === 'function') return source
    if (process.version.startsWith('v20.')) throw new Error('slow')
    return new globalThis.WebAssembly.Module(source)
  },
  Instance: function (module, imports) {
    if (typeof module !== 'function') return new globalThis.WebAssembly.Instance(module, imports)
    return { exports: module(imports) }
  }
};`

/** The parser as a CommonJS module: a function from what it calls to what it exports. */
export function translate(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-build-'))
  const file = join(folder, 'parser.wasm')
  try {
    writeFileSync(file, bytes)
    const program = require.resolve('binaryen/bin/wasm2js')
    const module = execFileSync(process.execPath, [program, file], { encoding: 'utf8', maxBuffer: 1e8 })
    const [, functions] = /^import \* as env from 'env';\n(.*)\nvar retasmFunc = /s.exec(module) ?? []
    if (functions === undefined) throw new Error('wasm2js wrote a module of another form')
    return `${functions}\nmodule.exports = asmFunc`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
