/**
 * A virtual machine for the code of one ruleset: QuickJS, compiled to WebAssembly, in a memory of its own. It has no
 * files, network, process, timers or clock; what it can reach outside are the functions of `SandboxHost`, which take
 * and give text. A count of its steps bounds what it does, so that the same input ends the same way on any machine.
 * Limits, and reads of what is not there, are recorded out here and end a call, whatever its code catches.
 *
 * A module is known to QuickJS by the number of its realm and its name, such as `0:functions/own.js`.
 *
 * Where the platform stops it in the middle (the time limit of an evaluation, its own call stack), nothing is known of
 * its state any more: it is never entered again.
 */

import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule, VmCallResult } from 'quickjs-emscripten-core'
import { readMessage } from '../../core/model/file-fault.ts'
import { parsedJson } from '../../core/text/json.ts'
import { FunctionError } from '../engine-error.ts'
import { absentNames, isReadByName } from './absent.ts'
import type { CodeFiles } from './code-files.ts'
import clock from './inside/clock.js?raw'
import inside from './inside/inside.js?raw'
import lockdown from './inside/lockdown.js?raw'
import web from './inside/web.js?raw'
import { keepMemory } from './keep-memory.ts'
import { type MemoryCount, stackLimit, tooMuch, watchLimits } from './limits.ts'

/** Host functions for the code in the sandbox. Each throws an error whose message that code sees. */
export interface SandboxHost {
  readonly coreNames: () => string
  /** The text of the built-in OpenAPI ruleset. */
  readonly oasRuleset: () => string
  readonly core: (name: string, target: string, options: string, path: string) => string
  readonly validate: (schema: string, target: string) => string
  readonly document: (view: string) => string
  /** The path of the target, as JSON. */
  readonly path: () => string
}

export interface StepBudget {
  left: number
}

export interface Sandbox {
  /** Calls one of the functions that `inside.js` gives. Throws FunctionError. */
  readonly enter: (name: ModuleEntry, input: readonly (string | number)[], budget: StepBudget) => string
  /** Keeps all that it knows now, and gives what brings it back to that: it forgets whatever came after. */
  readonly keep: () => () => void
  /** Why it cannot be entered any more. */
  readonly stopped: () => string | undefined
}

const entries = ['namesOf', 'readFunction', 'readRuleset', 'readNested', 'bind', 'run', 'settled'] as const

type ModuleEntry = (typeof entries)[number]

const megabyte = 2 ** 20
/** Longer texts do not leave the sandbox. */
const maxText = 32 * megabyte

/** Promises that are waited for after one call. */
const maxJobs = 100_000

export async function createSandbox(
  code: CodeFiles,
  host: SandboxHost,
  count?: MemoryCount,
): Promise<Sandbox> {
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core')
  const variant = import('@jitl/quickjs-singlefile-cjs-release-sync')
  return start(await newQuickJSWASMModuleFromVariant(variant), code, host, count)
}

function start(quickjs: QuickJSWASMModule, code: CodeFiles, host: SandboxHost, count?: MemoryCount): Sandbox {
  const runtime = quickjs.newRuntime({ maxStackSizeBytes: stackLimit })
  const context = runtime.newContext()
  const limits = watchLimits(quickjs.getWasmMemory(), count)
  let budget: StepBudget = { left: 1000 }
  let reason: string | undefined
  /** The first thing that ends the call that is running. */
  let fault: string | undefined
  let broken: string | undefined
  const note = (text: string) => {
    fault ??= text
    return ''
  }
  /** A module is loaded by the machine itself: an error of the platform is one out of the middle of it. */
  const onError = (name: string, error: unknown) => {
    if (name === 'load') broken ??= `its sandbox broke: ${readMessage(error)}`
    if (name === 'load' || name === 'document' || error instanceof RangeError)
      note(broken ?? readMessage(error))
  }
  runtime.setInterruptHandler(() => --budget.left < 0)
  runtime.setModuleLoader(
    (name) => renderModule(name, code, () => readList(call('namesOf', splitName(name)))),
    (from, specifier) => {
      if (from.startsWith(entry)) return specifier
      const [, file] = splitName(from)
      if (!/(?:^|\/)node_modules\//.test(file) && !code.isImport(file, specifier))
        note(`"${specifier}" is no import that was found in ${file}`)
      return resolveModule(code, from, specifier)
    },
  )
  const given = {
    ...host,
    ...createCodeHost(context, code),
    absentNames: () => absentNames,
    absent: (name: string, stack: string) => {
      if (!isReadByName(name, stack, (file) => renderSource(file, code))) return ''
      const words = explainNodeNames(`ReferenceError: '${name}' is not defined`)
      note(renderError(JSON.stringify([stack, words]), code))
      return words
    },
    lack: (words: string, stack: string) => note(renderError(JSON.stringify([stack, words]), code)),
  }
  const run = (text: string, name: string) => context.unwrapResult(context.evalCode(text, name))
  run(clock, 'clock.js').dispose()
  const addWeb = run(web, 'web.js')
  const added = context.callFunction(addWeb, context.undefined, createHostObject(context, addresses, onError))
  context.unwrapResult(added).dispose()
  addWeb.dispose()
  const found = context.unwrapResult(
    context.callFunction(
      run(inside, 'inside.js'),
      context.undefined,
      createHostObject(context, given, onError),
      run(lockdown, 'lockdown.js'),
    ),
  )
  const handles = new Map(entries.map((name) => [name, context.getProp(found, name)]))

  function call(name: ModuleEntry, input: readonly (string | number)[]): string {
    const handle = handles.get(name) ?? context.undefined
    const values = input.map((value) =>
      typeof value === 'number' ? context.newNumber(value) : context.newString(value),
    )
    const result = context.callFunction(handle, context.undefined, ...values)
    for (const handle of values) handle.dispose()
    if (result.error) {
      result.error.dispose()
      throw new FunctionError(budget.left < 0 ? tookTooLong : tooMuch)
    }
    return readText(context, result.value)
  }

  /** Nothing of a call is left to run within the next one, which may be of another file. */
  function runJobs(): void {
    for (let jobs = 0; runtime.hasPendingJob(); ) {
      const result = runtime.executePendingJobs(1000)
      if (result.error) {
        result.error.dispose()
        throw new FunctionError(budget.left < 0 ? tookTooLong : 'a promise failed')
      }
      jobs += result.value
      if (jobs >= maxJobs) throw new FunctionError('it has promises that are never settled')
    }
  }

  function enter(name: ModuleEntry, input: readonly (string | number)[]): string {
    const text = call(name, input)
    runJobs()
    const result = text === '?' ? call('settled', []) : text
    const ended = budget.left < 0 ? tookTooLong : (limits.reached() ?? fault)
    if (ended !== undefined) throw new FunctionError(ended)
    if (result.startsWith('!')) throw new FunctionError(renderError(result.slice(1), code))
    if (result === '?') throw new FunctionError('it returned a promise that is never settled')
    return result
  }

  return {
    stopped: () => reason,
    keep: () => keepMemory(quickjs.getWasmMemory()),
    enter: (name, input, spent) => {
      if (reason !== undefined) throw new FunctionError(reason)
      budget = spent
      fault = undefined
      limits.begin()
      reason = 'its sandbox was stopped before, by the time limit of an evaluation'
      try {
        const result = enter(name, input)
        reason = undefined
        return result
      } catch (error) {
        // Anything else came out of the middle of the machine.
        if (!(error instanceof FunctionError)) broken ??= `its sandbox broke: ${readMessage(error)}`
        reason = broken
        throw error instanceof FunctionError ? error : new FunctionError(reason ?? '')
      }
    },
  }
}

const tookTooLong = 'it takes too long, and was stopped'
/** Addresses as Node parses them, as JSON; empty for what is none. */
const addresses = {
  parseUrl: (url: string, base: string, hasBase: string) =>
    describeUrl(() => (hasBase === '' ? new URL(url) : new URL(url, base))),
  changeUrl: (href: string, key: string, value: string) =>
    describeUrl(() => {
      const url = new URL(href)
      Reflect.set(url, key, value)
      return url
    }),
}

function describeUrl(make: () => URL): string {
  try {
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
      make()
    return JSON.stringify({
      href,
      origin,
      protocol,
      username,
      password,
      host,
      hostname,
      port,
      pathname,
      search,
      hash,
    })
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}

/** The names of the modules by which the host imports others. */
const entry = 'import:'
/** Before the reason why an import leads to no module. */
const unresolved = 'unresolved:'

/** The number of a realm, and the name of a file or package. */
function splitName(name: string): [realm: string, file: string] {
  const end = name.indexOf(':')
  return [name.slice(0, end), name.slice(end + 1)]
}

/** The text that runs under a name. */
function renderSource(name: string, { files }: CodeFiles): string | undefined {
  const [, file] = splitName(name)
  const { text, kind } = files.get(file) ?? {}
  return kind === 'commonjs' && text !== undefined ? `${renderCommonJsStart(file)}${text}` : text
}

/**
 * A ruleset's own CommonJS is strict: sloppy code can write to what is frozen, and nothing says that it did not.
 * Packages are as they are.
 */
function renderCommonJsStart(file: string): string {
  return `(function (exports, require, module) {${/(?:^|\/)node_modules\//.test(file) ? '' : '"use strict";'}`
}

/** An ES module as it is; for all else, one that exports what its code, or a package, has. */
function renderModule(
  name: string,
  code: CodeFiles,
  names: () => readonly string[],
): string | { error: Error } {
  if (name.startsWith(unresolved)) return { error: new Error(name.slice(unresolved.length)) }
  const [, file] = splitName(name)
  const found = code.files.get(file)
  // On the first line, so that errors keep their lines.
  if (found?.kind === 'module') return found.callsRequire ? `${renderRequire(file)}${found.text}` : found.text
  try {
    const exported = names().filter((exportName) => exportName !== 'default')
    return [
      `const found = __gov(${JSON.stringify(file)})`,
      'const main = found?.__esModule && found.default !== undefined ? found.default : found',
      ...exported.map((exportedName, index) => `const v${index} = found[${JSON.stringify(exportedName)}]`),
      `export { main as default${exported.map((name, index) => `, v${index} as ${JSON.stringify(name)}`).join('')} }`,
    ].join('\n')
  } catch (error) {
    return { error: new Error(readMessage(error)) }
  }
}

/** Defines CommonJS's `require` for an ES module. */
function renderRequire(file: string): string {
  return `const require = (specifier) => __govRequire(${JSON.stringify(file)}, specifier);`
}

/** An error here would be passed over: it becomes a name that has no module. */
function resolveModule(code: CodeFiles, importer: string, specifier: string): string {
  const [realm, from] = splitName(importer)
  try {
    return `${realm}:${code.resolve(from, specifier)}`
  } catch (error) {
    return `${unresolved}${readMessage(error)}`
  }
}

function readList(text: string): string[] {
  if (text.startsWith('!')) throw new Error(JSON.parse(text.slice(1))[1])
  return JSON.parse(text)
}

/** Host functions for the sandbox's module loader. */
function createCodeHost(context: QuickJSContext, code: CodeFiles) {
  return {
    resolve: code.resolve,
    isImport: (from: string, specifier: string) => (code.isImport(from, specifier) ? 'yes' : ''),
    kind: (name: string) => code.files.get(name)?.kind ?? 'package',
    text: (name: string) => code.files.get(name)?.text ?? '',
    namesFrom: (name: string) => JSON.stringify(code.namesFrom(name)),
    load: (file: string, realm: string) => {
      const name = `${realm}:${file}`
      if (code.files.get(file)?.kind === 'commonjs') return loadCommonJs(context, name, code)
      const text = `import * as all from ${JSON.stringify(name)}; export { all }`
      const loaded = context.evalCode(text, `${entry}${name}`, { type: 'module' })
      return loaded.error ? loaded : context.getProp(loaded.value, 'all')
    },
  }
}

/** Text that ends the function around it could declare names that all files see: it does not end a list as well. */
function loadCommonJs(context: QuickJSContext, name: string, code: CodeFiles) {
  const text = `${renderSource(name, code)}\n}`
  const inList = context.evalCode(`[${text.slice(1)}]`, name, { compileOnly: true })
  if (inList.error) return inList
  inList.value.dispose()
  return context.evalCode(`${text})`, name)
}

type HostFunction = (...input: string[]) => string | QuickJSHandle | VmCallResult<QuickJSHandle>

/** All input is made to text. What a function throws, the sandbox throws; `onError` sees it first. */
function createHostObject(
  context: QuickJSContext,
  given: Readonly<Record<string, HostFunction>>,
  onError: (name: string, error: unknown) => void,
): QuickJSHandle {
  const object = context.newObject()
  for (const [name, run] of Object.entries(given)) {
    const handle = context.newFunction(name, (...input) => {
      try {
        const result = run(...input.map((value) => context.getString(value)))
        return typeof result === 'string' ? context.newString(result) : result
      } catch (error) {
        onError(name, error)
        throw error
      }
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

const ofNode = new RegExp(`^ReferenceError: '(${absentNames.replaceAll(' ', '|')})' is not defined$`)

function explainNodeNames(words: string): string {
  return words.replace(ofNode, "'$1' is not available in the sandbox that runs a ruleset's JavaScript")
}

/** The error's own words, after the file and line of the ruleset's code that it is from. */
function renderError(text: string, { files }: CodeFiles): string {
  const found: unknown = parsedJson(text)
  const [stack, message] = Array.isArray(found) ? found.map(String) : ['', text]
  const place = [...(stack ?? '').matchAll(/(?:\(|at )\d+:([^()\n]+):(\d+):\d+\)?$/gm)].find(
    ([, file]) => file !== undefined && files.has(file),
  )
  const words = explainNodeNames((message ?? '').slice(0, longestError))
  return place ? `${place[1]}:${place[2]}: ${words}` : words
}
