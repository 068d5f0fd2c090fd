import { readMessage } from '../../core/model/file-fault.ts'
import type { Path } from '../../core/model/location.ts'
import { coreNames } from '../functions/index.ts'
import { isCode } from '../ruleset/extends.ts'
import type { FunctionName } from '../ruleset/read-ruleset.ts'
import type { RulesetProblem, RulesetReader, RulesetSource } from '../ruleset/ruleset-source.ts'
import { createProblem, namePlace, type RulesetText } from '../ruleset/ruleset-text.ts'
import type { CodeLimits } from './machine.ts'
import type { RulesetCode } from './ruleset-code.ts'

/** How the JavaScript of a ruleset is read, and what was found wrong so far. */
export interface CodeLoading extends CodeLimits {
  readonly read: RulesetReader
  /** `refuse`: none is run. */
  readonly functions?: 'allow' | 'refuse' | undefined
  readonly problems: RulesetProblem[]
  code?: RulesetCode | undefined
}

const refusal = 'is JavaScript, which policy.functions refuses to run'

/** All rulesets that are loaded together share a sandbox. */
async function openCode(loading: CodeLoading): Promise<RulesetCode> {
  const { createRulesetCode } = await loadSandbox()
  loading.code ??= createRulesetCode(loading.read, loading)
  return loading.code
}

/** The code of the sandbox, which most rulesets do without. */
const loadSandbox = () => import('./ruleset-code.ts')

/** Reads a ruleset that is written in JavaScript; undefined, after its reason has been reported, when it cannot be. */
export async function parseCode(
  { name, text }: RulesetSource,
  loading: CodeLoading,
): Promise<RulesetText | undefined> {
  const lines = text.split('\n')
  const number = parseLineNumber(name)
  const locate = (path: Path) => {
    const line = findRuleLine(namePlace(path).rule, lines)
    return { start_line: line, start_char: 1, end_line: line, end_char: 1 }
  }
  const report: RulesetText['report'] = (path, reason) =>
    loading.problems.push(createProblem(name, path, locate(path), reason))
  try {
    if (loading.functions === 'refuse') throw new Error(refusal)
    const code = await openCode(loading)
    const read = number === undefined ? code.readRuleset(name, text) : code.readNested(number)
    const parts = await read
    return { name, ...parts, codeFiles: code.listFiles(name.replace(/#\d+$/, '')), report, locate }
  } catch (error) {
    report([], readMessage(error))
    return undefined
  }
}

/** Whether a ruleset is JavaScript: a file, or what one extends as an object, which has a number behind its name. */
export function isCodeName(name: string): boolean {
  return parseLineNumber(name) !== undefined || isCode(name)
}

function parseLineNumber(name: string): number | undefined {
  const [, number] = /\.[cm]?js#(\d+)$/i.exec(name) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The ruleset that an extension names by number: one that JavaScript gives as an object. */
export function findNestedSource(reference: string, from: string): RulesetSource | undefined {
  const [, number] = /^javascript:(\d+)$/.exec(reference) ?? []
  const file = from.replace(/#\d+$/, '')
  return number === undefined || !isCode(file)
    ? undefined
    : { name: `${file}#${number}`, text: '', format: 'json' }
}

/** The first line that holds the rule's id as a key, or as any word. */
function findRuleLine(rule: string | undefined, lines: readonly string[]): number {
  if (rule === undefined) return 1
  const asKey = lines.findIndex((line) =>
    new RegExp(`(?:^|[\\s{,'"\`])${escapeText(rule)}['"\`]?\\s*:`).test(line),
  )
  return Math.max(asKey, 0) + 1
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Loads the functions that a ruleset names. Spectral's own win over others of the same name, with a warning. */
export async function addFunctions(
  text: RulesetText,
  names: readonly FunctionName[],
  loading: CodeLoading,
): Promise<RulesetText> {
  if (names.length === 0) return text
  if (loading.functions === 'refuse') {
    const { createUnavailableFunction } = await loadSandbox()
    text.report(['functions'], refusal)
    return {
      ...text,
      functions: new Map(names.map(({ name }) => [name, createUnavailableFunction(name, refusal)])),
    }
  }
  const code = await openCode(loading)
  const functions = new Map(text.functions)
  for (const [index, wanted] of names.entries()) {
    const place: Path = ['functions', index]
    if (!coreNames.includes(wanted.name))
      functions.set(wanted.name, await code.readFunction(wanted, text.name))
    else {
      const reason = `${wanted.name} is a core function, so ${wanted.file} never runs: rename the file`
      loading.warn?.(createProblem(text.name, place, text.locate(place), reason))
    }
  }
  return { ...text, functions }
}
