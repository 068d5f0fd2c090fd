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

import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
  VmCallResult,
} from 'quickjs-emscripten-core'
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
import { type Limits, type MemoryCount, stackLimit, tooMuch, watchLimits } from './limits.ts'

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
  return new QuickJsSandbox(await newQuickJSWASMModuleFromVariant(variant), code, host, count)
}

class QuickJsSandbox implements Sandbox {
  readonly #quickjs: QuickJSWASMModule
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #code: CodeFiles
  readonly #limits: Limits
  readonly #entries: ReadonlyMap<ModuleEntry, QuickJSHandle>
  #budget: StepBudget = { left: 1000 }
  /** The first thing that ends the call that is running. */
  #fault: string | undefined
  /** The error that came out of the middle of the machine: it is never entered again. */
  #broken: string | undefined
  #stopped: string | undefined

  constructor(quickjs: QuickJSWASMModule, code: CodeFiles, host: SandboxHost, count?: MemoryCount) {
    this.#quickjs = quickjs
    this.#code = code
    this.#runtime = quickjs.newRuntime({ maxStackSizeBytes: stackLimit })
    this.#context = this.#runtime.newContext()
    this.#limits = watchLimits(quickjs.getWasmMemory(), count)
    this.#runtime.setInterruptHandler(() => --this.#budget.left < 0)
    this.#runtime.setModuleLoader(
      (name) => renderModule(name, code, () => this.#listNames(name)),
      (from, specifier) => this.#resolve(from, specifier),
    )
    this.#entries = this.#start(host)
  }

  stopped(): string | undefined {
    return this.#stopped
  }

  keep(): () => void {
    return keepMemory(this.#quickjs.getWasmMemory())
  }

  enter(name: ModuleEntry, input: readonly (string | number)[], budget: StepBudget): string {
    if (this.#stopped !== undefined) throw new FunctionError(this.#stopped)
    this.#budget = budget
    this.#fault = undefined
    this.#limits.begin()
    this.#stopped = 'its sandbox was stopped before, by the time limit of an evaluation'
    try {
      const text = this.#run(name, input)
      this.#stopped = undefined
      return text
    } catch (error) {
      if (!(error instanceof FunctionError)) this.#breakDown(error)
      this.#stopped = this.#broken
      throw error instanceof FunctionError ? error : new FunctionError(this.#broken ?? '')
    }
  }

  #run(name: ModuleEntry, input: readonly (string | number)[]): string {
    const first = this.#call(name, input)
    this.#runJobs()
    const outcome = first.kind === 'pending' ? this.#call('settled', []) : first
    const ended = this.#budget.left < 0 ? tookTooLong : (this.#limits.reached() ?? this.#fault)
    if (ended !== undefined) throw new FunctionError(ended)
    if (outcome.kind === 'thrown') throw new FunctionError(renderError(outcome.error, this.#code))
    if (outcome.kind === 'pending') throw new FunctionError('it returned a promise that is never settled')
    return outcome.text
  }

  #call(name: ModuleEntry, input: readonly (string | number)[]): Outcome {
    const context = this.#context
    const handle = this.#entries.get(name) ?? context.undefined
    const values = input.map((value) =>
      typeof value === 'number' ? context.newNumber(value) : context.newString(value),
    )
    const result = context.callFunction(handle, context.undefined, ...values)
    for (const value of values) value.dispose()
    if (!result.error) return readOutcome(readText(context, result.value))
    result.error.dispose()
    throw new FunctionError(this.#budget.left < 0 ? tookTooLong : tooMuch)
  }

  /** Nothing of a call is left to run within the next one, which may be of another file. */
  #runJobs(): void {
    for (let jobs = 0; this.#runtime.hasPendingJob(); ) {
      const result = this.#runtime.executePendingJobs(1000)
      if (result.error) {
        result.error.dispose()
        throw new FunctionError(this.#budget.left < 0 ? tookTooLong : 'a promise failed')
      }
      jobs += result.value
      if (jobs >= maxJobs) throw new FunctionError('it has promises that are never settled')
    }
  }

  #start(host: SandboxHost): ReadonlyMap<ModuleEntry, QuickJSHandle> {
    const context = this.#context
    const onError = (name: string, error: unknown) => this.#onHostError(name, error)
    const run = (text: string, name: string) => context.unwrapResult(context.evalCode(text, name))
    const watchClock = run(clock, 'clock.js')
    const addWeb = run(web, 'web.js')
    const added = context.callFunction(
      addWeb,
      context.undefined,
      createHostObject(context, addresses, onError),
    )
    context.unwrapResult(added).dispose()
    addWeb.dispose()
    const functions = { ...host, ...createCodeHost(context, this.#code), ...this.#createReports() }
    const started = context.callFunction(
      run(inside, 'inside.js'),
      context.undefined,
      createHostObject(context, functions, onError),
      run(lockdown, 'lockdown.js'),
      watchClock,
    )
    const object = context.unwrapResult(started)
    return new Map(entries.map((name) => [name, context.getProp(object, name)]))
  }

  /** Host functions by which the code says what it reads and lacks. */
  #createReports() {
    const report = (words: string, stack: string) =>
      this.#note(renderError(JSON.stringify([stack, words]), this.#code))
    return {
      absentNames: () => absentNames,
      absent: (name: string, stack: string) => {
        if (!isReadByName(name, stack, (file) => renderSource(file, this.#code))) return ''
        const words = explainNodeNames(`ReferenceError: '${name}' is not defined`)
        report(words, stack)
        return words
      },
      lack: report,
    }
  }

  #note(text: string): string {
    this.#fault ??= text
    return ''
  }

  /** A module is loaded by the machine itself: an error of the platform is one out of the middle of it. */
  #onHostError(name: string, error: unknown): void {
    if (name === 'load') this.#breakDown(error)
    if (name === 'load' || name === 'document' || error instanceof RangeError)
      this.#note(this.#broken ?? readMessage(error))
  }

  #breakDown(error: unknown): void {
    this.#broken ??= `its sandbox broke: ${readMessage(error)}`
  }

  #listNames(name: string): readonly string[] {
    const outcome = this.#call('namesOf', splitName(name))
    if (outcome.kind === 'thrown') throw new Error(JSON.parse(outcome.error)[1])
    return outcome.kind === 'text' ? JSON.parse(outcome.text) : []
  }

  #resolve(from: string, specifier: string): string {
    if (from.startsWith(entry)) return specifier
    const [, file] = splitName(from)
    if (!/(?:^|\/)node_modules\//.test(file) && !this.#code.isImport(file, specifier))
      this.#note(`"${specifier}" is no import that was found in ${file}`)
    return resolveModule(this.#code, from, specifier)
  }
}

/** The result of a call: a text, what the code threw (`[stack, message]` as JSON), or a promise that is not settled. */
type Outcome =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thrown'; readonly error: string }
  | { readonly kind: 'pending' }

/** Only texts cross the border: `inside.js` puts `!` before what was thrown, and gives `?` for a promise. */
function readOutcome(text: string): Outcome {
  if (text === '?') return { kind: 'pending' }
  return text.startsWith('!') ? { kind: 'thrown', error: text.slice(1) } : { kind: 'text', text }
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

const addressParts = 'href origin protocol username password host hostname port pathname search hash'.split(
  ' ',
)

function describeUrl(make: () => URL): string {
  try {
    const url = make()
    return JSON.stringify(Object.fromEntries(addressParts.map((part) => [part, Reflect.get(url, part)])))
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
