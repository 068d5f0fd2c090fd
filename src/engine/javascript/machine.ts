import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import { FunctionError } from '../engine-error.ts'
import { allFunctions } from '../functions/all-functions.ts'
import { coreNames } from '../functions/index.ts'
import { compileSchema } from '../json-schema/compile.ts'
import type { WholeDocument } from '../openapi/document.ts'
import { collectValues } from '../openapi/files.ts'
import { getRef } from '../openapi/pointer.ts'
import { createRefs } from '../openapi/resolved-view.ts'
import type { FunctionContext, FunctionResult } from '../rule.ts'
import type { Reporting } from '../ruleset/ruleset-text.ts'
import type { CodeFiles } from './code-files.ts'
import type { MemoryCount } from './limits.ts'
import { createSandbox, type Sandbox, type SandboxHost, type StepBudget } from './sandbox.ts'

/** The sandbox of a ruleset, with what its functions see of the document that is being evaluated. */
export interface Machine {
  readonly stopped: Sandbox['stopped']
  /** Before an evaluation: the code is as it was when it had been loaded, whatever it has seen and kept since. */
  readonly begin: () => void
  /** Reads the function or ruleset that a file exports, or the ruleset of a number. Throws FunctionError. */
  readonly read: (what: 'readFunction' | 'readRuleset' | 'readNested', which: string | number) => unknown
  /** Calls a function of the sandbox by its number. Throws FunctionError. */
  readonly run: (call: MachineCall, target: unknown, context: FunctionContext) => readonly FunctionResult[]
}

/** A call that the sandbox knows by its number. */
interface BoundFunction {
  readonly number: number
  /** Targets in which it found nothing, without a look at its path: by no other way can it find anything there. */
  readonly clear: WeakSet<object>
}

/** State of one document's evaluation that both sides of the sandbox share. */
interface MachineEvaluation {
  copy?: DocumentCopy
  readonly bound: WeakMap<object, BoundFunction>
  readonly forget: () => void
}

interface MachineCall {
  readonly number: number
  /** The options of one `then`: an object that stands for it. */
  readonly given: { readonly value: unknown }
}

/** For a rule on a document, and for a file to load. A step is some 10,000 calls and turns of loops: less than a millisecond. */
const defaultSteps = 20_000

export interface CodeLimits extends Pick<Reporting, 'warn'> {
  readonly steps?: number | undefined
  /** Runs what loads a file, and stops what cannot be counted in steps. Absent: nothing stops that. */
  readonly bounded?: (<Value>(work: () => Value) => Value) | undefined
  /** Absent: each sandbox has its own limit, and all together none. */
  readonly memories?: MemoryCount | undefined
}

export async function createMachine(
  code: CodeFiles,
  { steps = defaultSteps, bounded = (work) => work(), memories }: CodeLimits,
): Promise<Machine> {
  let current: FunctionContext | undefined
  let asksPath = false
  let evaluation: MachineEvaluation | undefined
  /** Absent while code is being loaded. */
  let forget: (() => void) | undefined
  const budgets = new WeakMap<FunctionContext, StepBudget>()
  /** Files that failed: their modules are there the second time, and would fail no more. */
  const failures = new Map<string | number, unknown>()

  const readTarget = (text: string): unknown => {
    if (text === '') return undefined
    return text.startsWith('#') ? evaluation?.copy?.nodes[Number(text.slice(1))] : JSON.parse(text)
  }
  const { oasRuleset } = await import('../rulesets/oas/ruleset.ts')
  const host: SandboxHost = {
    coreNames: () => coreNames.join(' '),
    oasRuleset: () => oasRuleset.text,
    core: (name, target, options, path) => {
      const context = requireContext(current)
      const at = path === '' ? [...context.path] : pathForm().catch([]).parse(JSON.parse(path))
      const answer = callCore(name, readTarget(target), JSON.parse(options), at, context)
      asksPath ||= answer !== ''
      return answer
    },
    path: () => {
      asksPath = true
      return JSON.stringify(requireContext(current).path)
    },
    validate: (schema, target) => {
      const read: unknown = JSON.parse(schema)
      const deref = current?.view
      const errors = isRecord(read) ? compileSchema(read)(readTarget(target), deref && { deref }) : []
      return errors.length === 0 ? '' : 'invalid input'
    },
    document: (view) =>
      findCopy(requireContext(current)).text(view === 'resolved' ? 'resolved' : 'unresolved'),
  }
  const sandbox = await createSandbox(code, host, memories)

  function begin(): void {
    if (sandbox.stopped() === undefined) evaluation?.forget()
    evaluation = undefined
    current = undefined
  }

  function running(): MachineEvaluation {
    forget ??= sandbox.keep()
    evaluation ??= { forget, bound: new WeakMap() }
    return evaluation
  }

  function findCopy(context: FunctionContext): DocumentCopy {
    const each = running()
    each.copy ??= copyDocument(context)
    return each.copy
  }

  function bind({ number, given }: MachineCall, { rule }: FunctionContext): BoundFunction {
    const { bound } = running()
    const known = bound.get(given)
    if (known !== undefined) return known
    const { id: name, description, message, severity, documentationUrl, resolved } = rule
    const formats = rule.formats?.map((format) => format.replace('.', '_'))
    const facts = { name, description, message, severity, documentationUrl, formats, resolved, enabled: true }
    const input = [number, JSON.stringify(given.value ?? null), JSON.stringify(facts)]
    const made = {
      number: Number(sandbox.enter('bind', input, { left: steps })),
      clear: new WeakSet<object>(),
    }
    bound.set(given, made)
    return made
  }

  return {
    stopped: () => sandbox.stopped(),
    begin,
    read: (what, which) => {
      begin()
      forget = undefined
      if (failures.has(which)) throw failures.get(which)
      try {
        return parse(bounded(() => sandbox.enter(what, [which], { left: steps })))
      } catch (error) {
        failures.set(which, error)
        throw error
      }
    },
    run: (call, target, context) => {
      const budget = budgets.get(context) ?? { left: steps }
      budgets.set(context, budget)
      const { number, clear } = bind(call, context)
      if (isObject(target) && clear.has(target)) return []
      const node = isObject(target) ? findCopy(context).numberValue(target) : undefined
      const value = node ?? JSON.stringify(target) ?? ''
      current = context
      asksPath = false
      const isResolved = context.rule.resolved ? 1 : 0
      const results = readResults(sandbox.enter('run', [number, isResolved, value], budget))
      if (isObject(target) && results.length === 0 && !asksPath) clear.add(target)
      return results
    },
  }
}

function requireContext(context: FunctionContext | undefined): FunctionContext {
  if (!context) throw new Error('only a rule that is running has a document')
  return context
}

/** One of the engine's functions, called by the ruleset's code. */
function callCore(
  name: string,
  target: unknown,
  given: unknown,
  path: (string | number)[],
  around: FunctionContext,
): string {
  const found = allFunctions.get(name)
  const options = found?.options().safeParse(given ?? undefined)
  if (!found || !options) throw new Error(`there is no "${name}"`)
  if (!options.success) return JSON.stringify([describeSchemaIssue(name, given, path, options.error.issues)])
  const context = { ...around, path, property: undefined }
  const results = found.run(target, options.data, context)
  return results.length === 0 ? '' : JSON.stringify(results)
}

/** As in Spectral, a schema that does not compile is an issue: code takes schemas from the document. */
function describeSchemaIssue(
  name: string,
  given: unknown,
  path: (string | number)[],
  faults: readonly z.core.$ZodIssue[],
): FunctionResult {
  const fault = faults.find(({ code, path: [key] }) => code === 'custom' && key === 'schema')
  if (name !== 'schema' || !isRecord(given) || !isRecord(given.schema) || !fault)
    throw new Error(`"${name}" does not take these options`)
  return { message: `the schema is at fault (${fault.path.join('.')}): ${fault.message}`, path }
}

const pathForm = once(() => z.array(z.union([z.string(), z.number()])))
const resultsForm = once(() => z.array(z.object({ message: z.string(), path: pathForm().optional() })))

function readResults(text: string): readonly FunctionResult[] {
  if (text === '') return []
  const results = resultsForm().safeParse(parse(text))
  if (!results.success) throw new FunctionError('its results are not a list of messages and paths')
  return results.data.map((result) => ({ ...result, isTemplate: true }))
}

/** Code that changes the sandbox's own functions can make them give anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FunctionError('its result cannot be read')
  }
}

/** How a function sees a document: with its references followed, or as it is written. */
type CopyView = 'resolved' | 'unresolved'

/**
 * A document for the sandbox. It gets the text of each view once, and then only the numbers of nodes: both sides number
 * the objects and arrays in the order of the text, parents first.
 */
interface DocumentCopy {
  readonly nodes: readonly object[]
  readonly numberValue: (value: unknown) => number | undefined
  readonly text: (view: CopyView) => string
}

/** The sandbox has no memory for more. */
const maxNodes = 3_000_000

function copyDocument({ root, files }: WholeDocument): DocumentCopy {
  const roots = collectValues(root, files)
  const { nodes, references } = collect(roots)
  const numbers = once(() => new Map(nodes.map((node, index): [unknown, number] => [node, index]).reverse()))
  const numberValue = (value: unknown) => numbers().get(value)

  function resolved(): string {
    const { resolve } = createRefs(root, files)
    const links = references.flatMap(({ parent, key, node }) => {
      const target = resolve(node)
      if (!target) return []
      const number = numberValue(target.value)
      return [number === undefined ? [parent, key, -1, target.value] : [parent, key, number]]
    })
    return JSON.stringify({ roots, links, start: numberValue(resolve(root)?.value) })
  }

  return {
    nodes,
    numberValue,
    text: (view) => (view === 'resolved' ? resolved() : JSON.stringify({ roots: [root], links: [] })),
  }
}

interface CopiedReference {
  readonly parent: number
  readonly key: string
  readonly node: object
}

function collect(roots: readonly unknown[]) {
  const nodes: object[] = []
  const references: CopiedReference[] = []
  const pending = roots.toReversed()
  while (pending.length > 0) {
    const node = pending.pop()
    if (!isObject(node)) continue
    const parent = nodes.push(node) - 1
    if (parent === maxNodes) throw new Error(`the document has more than ${maxNodes} objects and lists`)
    const members = Object.entries(node).filter(([, member]) => isObject(member))
    for (const [key, member] of members)
      if (getRef(member) !== undefined) references.push({ parent, key, node: member })
    for (const [, member] of members.reverse()) pending.push(member)
  }
  return { nodes, references }
}
