import { allFunctions as functions } from '../../../src/engine/functions/all-functions.ts'
import { noFiles } from '../../../src/engine/openapi/files.ts'
import type { FunctionContext, FunctionResult, Rule } from '../../../src/engine/rule.ts'

const rule: Rule = {
  id: 'rule',
  description: '',
  message: undefined,
  howToFix: '',
  documentationUrl: undefined,
  severity: 'warn',
  given: [],
  // biome-ignore lint/suspicious/noThenProperty: a rule has one
  then: [],
  formats: undefined,
  resolved: true,
}

/** Calls a function by name, its options parsed as the ruleset loader parses them. */
export function runFunction(
  name: string,
  target: unknown,
  options?: unknown,
  context: Partial<FunctionContext> = {},
): readonly FunctionResult[] {
  const named = functions.get(name)
  if (!named) throw new Error(`no function ${name}`)
  return named.run(target, named.options().parse(options), {
    path: ['info', 'title'],
    root: {},
    files: noFiles,
    deref: (value) => value,
    view: (value) => value,
    locate: () => ({ start_line: 1, start_char: 1, end_line: 1, end_char: 1 }),
    written: ['info', 'title'],
    isKey: false,
    document: { textOf: () => '', keyFaults: () => [] },
    property: undefined,
    rule,
    ...context,
  })
}

/** The messages of the reasons for which options are refused; none when they are taken. */
export function optionProblems(name: string, options: unknown): string[] {
  const result = functions.get(name)?.options().safeParse(options)
  return result?.error?.issues.map((issue) => [...issue.path, issue.message].join(' ')) ?? []
}
