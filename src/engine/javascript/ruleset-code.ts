import { z } from 'zod'
import { readMessage } from '../../core/model/file-fault.ts'
import { once } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { FunctionError } from '../engine-error.ts'
import { defineFunction } from '../functions/define.ts'
import { compileSchema, type Validate } from '../json-schema/compile.ts'
import type { FunctionResult, RuleFunction } from '../rule.ts'
import type { FunctionName } from '../ruleset/read-ruleset.ts'
import type { RulesetReader } from '../ruleset/ruleset-source.ts'
import { createCodeFiles } from './code-files.ts'
import { type CodeLimits, createMachine, type Machine } from './machine.ts'

/** A ruleset that is written in JavaScript, as data: its functions by the names that its `then`s give them. */
interface CodeRuleset {
  readonly value: unknown
  readonly functions: ReadonlyMap<string, RuleFunction>
}

/** The JavaScript of one ruleset and of what it extends: all of it runs in one sandbox. */
export interface RulesetCode {
  /** The function that a file exports. One that cannot be loaded fails the rules that name it. */
  readonly readFunction: (wanted: FunctionName, from: string) => Promise<RuleFunction>
  /** The ruleset that a file exports. Rejects with the reason when it exports none. */
  readonly readRuleset: (name: string, text: string) => Promise<CodeRuleset>
  /** A ruleset that another one extends as an object, by the number that it has in `extends`. */
  readonly readNested: (number: number) => Promise<CodeRuleset>
  /** The files that were read with a file: that one and those of its package, or of the repository; then those of others. */
  readonly listFiles: (name: string) => readonly [own: readonly string[], others: readonly string[]]
}

const description = once(() =>
  z.object({
    value: z.unknown().optional(),
    functions: z.array(functionFacts().extend({ key: z.string() })),
  }),
)

export function createRulesetCode(read: RulesetReader, limits: CodeLimits = {}): RulesetCode {
  const code = createCodeFiles(read, limits.warn)
  let machine: Promise<Machine> | undefined
  const open = () => {
    machine ??= createMachine(code, limits)
    return machine
  }
  const toRuleset = (found: unknown, from: Machine, file?: string): CodeRuleset => {
    const { value, functions } = description().parse(found)
    const lacks = code.lackedBy(file)
    return {
      value,
      functions: new Map(
        functions.map(({ key, ...facts }) => [key, createRuleFunction(key, facts, from, lacks)]),
      ),
    }
  }
  return {
    readFunction: async ({ name, file, options }, from) => {
      try {
        const module = await code.add(file, from)
        const opened = await open()
        const facts = functionFacts().parse(opened.read('readFunction', module))
        const all = options === undefined ? facts : { ...facts, options }
        return createRuleFunction(name, all, opened, code.lackedBy(module))
      } catch (error) {
        return createUnavailableFunction(name, readMessage(error))
      }
    },
    readRuleset: async (name, text) => {
      await code.addText(name, text)
      const opened = await open()
      return toRuleset(opened.read('readRuleset', name), opened, name)
    },
    readNested: async (number) => {
      const opened = await open()
      return toRuleset(opened.read('readNested', number), opened)
    },
    listFiles: (name) => {
      const files = [...code.files.keys()]
      const isOwn = (file: string) => findPackageFolder(file) === findPackageFolder(name)
      return [[name, ...files.filter(isOwn)], files.filter((file) => !isOwn(file))]
    },
  }
}

function findPackageFolder(file: string): string {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? ''
}

/** The sandbox's description of a function. `input` and `options` are its JSON Schemas. */
const functionFacts = once(() =>
  z.object({
    number: z.number(),
    name: z.string(),
    input: z.unknown().optional(),
    options: z.unknown().optional(),
    errorOnInvalidInput: z.boolean().optional(),
    /** Whether it takes the third argument, which has the path. */
    asksPath: z.boolean().optional(),
  }),
)

type FunctionFacts = z.infer<ReturnType<typeof functionFacts>>

/** The options of one `then`. */
interface GivenOptions {
  readonly value: unknown
}

/** A function of a ruleset as the engine calls it. `options` of undefined takes any. Throws FunctionError when it fails. */
function createRuleFunction(
  name: string,
  facts: FunctionFacts,
  machine: Machine,
  lacks: readonly string[],
): RuleFunction {
  try {
    const validate = isRecord(facts.input) ? compileSchema(facts.input) : undefined
    return defineFunction<GivenOptions>({
      name,
      options: compileOptions(facts.options),
      begin: machine.begin,
      unavailable: () => machine.stopped(),
      isSandboxed: true,
      lacks,
      asksRoute: facts.asksPath,
      run: (target, given, context) => {
        if (validate && validate(target, { deref: context.view }).length > 0) return reportInvalidInput(facts)
        return machine.run({ number: facts.number, given }, target, context)
      },
    })
  } catch (error) {
    return createUnavailableFunction(name, readMessage(error))
  }
}

/** Replaces a function that cannot be loaded: each rule that names it fails, whether or not it matches anything. */
export function createUnavailableFunction(name: string, reason: string): RuleFunction {
  const why = `the function "${name}" is not available: ${reason}`
  return defineFunction<GivenOptions>({
    name,
    options: () => z.unknown().transform((value) => ({ value })),
    unavailable: () => why,
    isSandboxed: true,
    run: () => {
      throw new FunctionError(why)
    },
  })
}

function reportInvalidInput({ input, errorOnInvalidInput }: FunctionFacts): readonly FunctionResult[] {
  if (!errorOnInvalidInput) return []
  const own = isRecord(input) ? input.errorMessage : undefined
  return [{ message: typeof own === 'string' ? own : 'invalid input' }]
}

const refuseOptions: Validate = (value) =>
  value == null
    ? []
    : [{ path: [], keyword: 'not', message: 'must be left out: the function takes no options' }]

/** `null` in the place of a schema: there are no options. */
function compileOptions(schema: unknown): () => z.ZodType<GivenOptions> {
  if (schema === undefined) return () => z.unknown().transform((value) => ({ value }))
  const validate = isRecord(schema) ? compileSchema(schema) : refuseOptions
  return () =>
    z.unknown().transform((value, context) => {
      for (const { path, message } of validate(value ?? null, { allErrors: true }))
        context.addIssue({ code: 'custom', message, path: [...path] })
      return { value }
    })
}
