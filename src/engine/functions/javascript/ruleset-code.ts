import { z } from 'zod'
import { once } from '../../../model/once.ts'
import { messageOf } from '../../../model/system-error.ts'
import type { RuleFunction } from '../../rule.ts'
import type { FunctionName } from '../../ruleset/function-names.ts'
import type { RulesetReader } from '../../ruleset/ruleset-source.ts'
import { createCodeFiles } from './code-files.ts'
import { type CodeLimits, createMachine, type Machine } from './machine.ts'
import { functionFacts, ruleFunction, unavailableFunction } from './rule-function.ts'

/** A ruleset that is written in JavaScript, as data: its functions by the names that its `then`s give them. */
export interface CodeRuleset {
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
      functions: new Map(functions.map(({ key, ...facts }) => [key, ruleFunction(key, facts, from, lacks)])),
    }
  }
  return {
    readFunction: async ({ name, file, options }, from) => {
      try {
        const module = await code.add(file, from)
        const opened = await open()
        const facts = functionFacts().parse(opened.read('readFunction', module))
        const all = options === undefined ? facts : { ...facts, options }
        return ruleFunction(name, all, opened, code.lackedBy(module))
      } catch (error) {
        return unavailableFunction(name, messageOf(error))
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
  }
}
