/**
 * A virtual machine for the code of one ruleset: QuickJS, compiled to WebAssembly, in a memory of its own. It has no
 * files, network, process, timers or clock; what it can reach outside are the functions of `SandboxHost`, which take
 * and give text. A count of its steps bounds what it does, so that the same input ends the same way on any machine.
 *
 * Where the platform stops it in the middle (the time limit of an evaluation, its own call stack), nothing is known of
 * its state any more: it is never entered again.
 */

import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule, VmCallResult } from 'quickjs-emscripten-core'
import { messageOf } from '../../../model/system-error.ts'
import { parsedJson } from '../../../text/json.ts'
import { FunctionError } from '../../engine-error.ts'
import type { CodeFiles } from './code-files.ts'
import clock from './inside/clock.js?raw'
import inside from './inside/inside.js?raw'
import { keepMemory } from './keep-memory.ts'

/** What code in the sandbox may ask. Each throws an error whose message that code sees. */
export interface SandboxHost {
  readonly coreNames: () => string
  readonly core: (name: string, target: string, options: string, path: string) => string
  readonly validate: (schema: string, target: string) => string
  readonly document: (view: string) => string
  /** The path of the target, as JSON. */
  readonly path: () => string
}

/** Steps that may be taken, and were. */
export interface Budget {
  left: number
}

export interface Sandbox {
  /** Calls one of the functions that `inside.js` gives. Throws FunctionError. */
  readonly enter: (name: Entry, input: readonly (string | number)[], budget: Budget) => string
  /** Keeps all that it knows now, and gives what brings it back to that: it forgets whatever came after. */
  readonly keep: () => () => void
  /** Why it cannot be entered any more. */
  readonly stopped: () => string | undefined
}

const entries = ['namesOf', 'readFunction', 'readRuleset', 'readNested', 'bind', 'run', 'settled'] as const

type Entry = (typeof entries)[number]

const megabyte = 2 ** 20
const memoryLimit = 512 * megabyte
/** A few hundred calls deep; with more, the platform's own stack would end first. */
const stackLimit = 256 * 1024
/** Longer texts do not leave the sandbox. */
const maxText = 32 * megabyte

/** Promises that are waited for after one call. */
const maxJobs = 100_000

export async function createSandbox(code: CodeFiles, host: SandboxHost): Promise<Sandbox> {
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core')
  const variant = import('@jitl/quickjs-singlefile-cjs-release-sync')
  return start(await newQuickJSWASMModuleFromVariant(variant), code, host)
}

function start(quickjs: QuickJSWASMModule, code: CodeFiles, host: SandboxHost): Sandbox {
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryLimit, maxStackSizeBytes: stackLimit })
  const context = runtime.newContext()
  let budget: Budget = { left: 1000 }
  let reason: string | undefined
  let lacked: string | undefined
  runtime.setInterruptHandler(() => --budget.left < 0)
  runtime.setModuleLoader(
    (name) => moduleText(name, code, () => readList(call('namesOf', [name]))),
    (from, specifier) => (from.startsWith(entry) ? specifier : resolveIn(code, from, specifier)),
  )
  const given = {
    ...host,
    ...codeHost(context, code),
    lack: (name: string) => {
      lacked = name
      return ''
    },
  }
  context.unwrapResult(context.evalCode(clock, 'clock.js')).dispose()
  const main = context.unwrapResult(context.evalCode(inside, 'inside.js'))
  const found = context.unwrapResult(
    context.callFunction(main, context.undefined, hostObject(context, given)),
  )
  const handles = new Map(entries.map((name) => [name, context.getProp(found, name)]))

  function call(name: Entry, input: readonly (string | number)[]): string {
    const handle = handles.get(name) ?? context.undefined
    const values = input.map((value) =>
      typeof value === 'number' ? context.newNumber(value) : context.newString(value),
    )
    const result = context.callFunction(handle, context.undefined, ...values)
    for (const handle of values) handle.dispose()
    if (result.error) {
      result.error.dispose()
      throw new FunctionError(
        budget.left < 0 ? tookTooLong : 'it needs too much memory, or calls itself too deeply',
      )
    }
    return readText(context, result.value)
  }

  function settle(): string {
    for (let jobs = 0; jobs < maxJobs; ) {
      const result = runtime.executePendingJobs(1000)
      if (result.error) {
        result.error.dispose()
        throw new FunctionError(budget.left < 0 ? tookTooLong : 'a promise failed')
      }
      if (result.value === 0) break
      jobs += result.value
    }
    const text = call('settled', [])
    if (text === '?') throw new FunctionError('it returned a promise that is never settled')
    return text
  }

  function enter(name: Entry, input: readonly (string | number)[]): string {
    const text = call(name, input)
    const result = text === '?' ? settle() : text
    if (result.startsWith('!')) throw new FunctionError(errorText(result.slice(1), code))
    if (lacked !== undefined)
      throw new FunctionError(`the package "${lacked}" is not available in the sandbox`)
    return result
  }

  return {
    stopped: () => reason,
    keep: () => keepMemory(quickjs.getWasmMemory()),
    enter: (name, input, spent) => {
      if (reason !== undefined) throw new FunctionError(reason)
      budget = spent
      reason = 'its sandbox was stopped before, by the time limit of an evaluation'
      try {
        const result = enter(name, input)
        reason = undefined
        return result
      } catch (error) {
        // Anything else came out of the middle of the machine.
        reason = error instanceof FunctionError ? undefined : `its sandbox broke: ${messageOf(error)}`
        throw error instanceof FunctionError ? error : new FunctionError(reason ?? '')
      } finally {
        if (name === 'run') lacked = undefined
      }
    },
  }
}

const tookTooLong = 'it takes too long, and was stopped'
/** The names of the modules by which the host imports others. */
const entry = 'import:'
/** Before the reason why an import leads to no module. */
const unresolved = 'unresolved:'

/** An ES module as it is; for all else, one that exports what its code, or a package, has. */
function moduleText(
  name: string,
  code: CodeFiles,
  names: () => readonly string[],
): string | { error: Error } {
  if (name.startsWith(unresolved)) return { error: new Error(name.slice(unresolved.length)) }
  const file = code.files.get(name)
  if (file?.kind === 'module') return file.text
  try {
    const exported = names().filter((each) => each !== 'default')
    return [
      `const found = __gov(${JSON.stringify(name)})`,
      'const main = found?.__esModule && found.default !== undefined ? found.default : found',
      ...exported.map((each, index) => `const v${index} = found[${JSON.stringify(each)}]`),
      `export { main as default${exported.map((each, index) => `, v${index} as ${JSON.stringify(each)}`).join('')} }`,
    ].join('\n')
  } catch (error) {
    return { error: new Error(messageOf(error)) }
  }
}

/** An error here would be passed over: it becomes a name that has no module. */
function resolveIn(code: CodeFiles, from: string, specifier: string): string {
  try {
    return code.resolve(from, specifier)
  } catch (error) {
    return `${unresolved}${messageOf(error)}`
  }
}

function readList(text: string): string[] {
  if (text.startsWith('!')) throw new Error(JSON.parse(text.slice(1))[1])
  return JSON.parse(text)
}

/** What the modules of the sandbox ask for. */
function codeHost(context: QuickJSContext, code: CodeFiles) {
  return {
    resolve: code.resolve,
    kind: (name: string) => code.files.get(name)?.kind ?? 'package',
    text: (name: string) => code.files.get(name)?.text ?? '',
    namesFrom: (name: string) => JSON.stringify(code.namesFrom(name)),
    load: (name: string) => {
      const file = code.files.get(name)
      if (file?.kind === 'commonjs')
        return context.evalCode(`(function (exports, require, module) {${file.text}\n})`, name)
      const text = `import * as all from ${JSON.stringify(name)}; export { all }`
      const loaded = context.evalCode(text, `${entry}${name}`, { type: 'module' })
      return loaded.error ? loaded : context.getProp(loaded.value, 'all')
    },
  }
}

type HostFunction = (...input: string[]) => string | QuickJSHandle | VmCallResult<QuickJSHandle>

/** All input is made to text. What a function throws, the sandbox throws. */
function hostObject(context: QuickJSContext, given: Readonly<Record<string, HostFunction>>): QuickJSHandle {
  const object = context.newObject()
  for (const [name, run] of Object.entries(given)) {
    const handle = context.newFunction(name, (...input) => {
      const result = run(...input.map((value) => context.getString(value)))
      return typeof result === 'string' ? context.newString(result) : result
    })
    context.setProp(object, name, handle)
    handle.dispose()
  }
  return object
}

function readText(context: QuickJSContext, handle: QuickJSHandle): string {
  // Most calls find nothing: an empty text, which is zero.
  if (context.getNumber(handle) === 0) {
    handle.dispose()
    return ''
  }
  const length = context.getProp(handle, 'length')
  const isText = context.typeof(handle) === 'string' && context.getNumber(length) <= maxText
  const text = isText ? context.getString(handle) : undefined
  length.dispose()
  handle.dispose()
  if (text === undefined) throw new FunctionError(`its result is larger than ${maxText / megabyte} MB`)
  return text
}

const longestError = 500

const ofNode =
  /^ReferenceError: '(process|Buffer|global|require|__dirname|__filename|fetch|set(?:Timeout|Interval|Immediate))' is not defined$/

/** What Node adds to JavaScript. */
function inSandbox(words: string): string {
  return words.replace(ofNode, "'$1' is not available in the sandbox that runs a ruleset's JavaScript")
}

/** The error's own words, after the file and line of the ruleset's code that it is from. */
function errorText(text: string, { files }: CodeFiles): string {
  const found: unknown = parsedJson(text)
  const [stack, message] = Array.isArray(found) ? found.map(String) : ['', text]
  const place = [...(stack ?? '').matchAll(/(?:\(|at )([^()\n]+):(\d+):\d+\)?$/gm)].find(
    ([, file]) => file !== undefined && files.has(file),
  )
  const words = inSandbox((message ?? '').slice(0, longestError))
  return place ? `${place[1]}:${place[2]}: ${words}` : words
}
