import { parseDocument } from '../../core/document/document.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import { parseShallow } from '../../core/document/parse-named.ts'
import type { Location, Path } from '../../core/model/location.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { tryMake } from '../../core/model/try-make.ts'
import type { RuleFunction } from '../rule.ts'
import type { RulesetProblem, RulesetSource } from './ruleset-source.ts'

/** Says that the value at `path` is wrong, and why. */
export type ReportProblem = (path: Path, reason: string) => void

/** One ruleset file while it is being read. */
export interface RulesetText {
  readonly name: string
  readonly value: unknown
  readonly report: ReportProblem
  readonly locate: SourceDocument['locate']
  /** Those that its rules may name, by the names that the rules give them; before the engine's are added, its own. */
  readonly functions?: ReadonlyMap<string, RuleFunction> | undefined
  /** The files of its code, of which each may have written a value. */
  readonly codeFiles?: readonly (readonly string[])[] | undefined
}

export interface Reporting {
  readonly problems: RulesetProblem[]
  /** Called with what is wrong and does no harm. */
  readonly warn?: ((problem: RulesetProblem) => void) | undefined
}

/** Parses one file. What is wrong with it, now and later, is added to `problems`; undefined when it is not a document. */
export function parseRuleset(source: RulesetSource, reporting: Reporting): RulesetText | undefined {
  const { problems } = reporting
  const document = parse(source, reporting)
  if (!document) return undefined
  for (const { path, kind, location } of document.keyFaults()) {
    const reason = 'is duplicated, and only the last would count'
    if (kind === 'repeated') problems.push(createProblem(source.name, path, location, reason))
  }
  return createRulesetText(source, document, reporting)
}

/** Parses a ruleset that comes with the engine, which is not searched for faults. */
export function parseBuiltin(source: RulesetSource, reporting: Reporting): RulesetText {
  return createRulesetText(source, parseDocument(source.text, source.format), reporting)
}

function createRulesetText(
  { name }: RulesetSource,
  document: SourceDocument,
  { problems }: Reporting,
): RulesetText {
  const { value, locate } = document
  const report: ReportProblem = (path, reason) =>
    problems.push(createProblem(name, path, locate(path), reason))
  return { name, value, report, locate }
}

export function createProblem(
  file: string,
  path: Path,
  { start_line: line, start_char: column }: Location,
  reason: string,
): RulesetProblem {
  return { file, line, column, ...namePlace(path), reason }
}

export function namePlace(path: Path): { rule?: string; key: string } {
  const rules = path[0] === 'overrides' || path[0] === 'except' ? 2 : 0
  const isRule = path[rules] === 'rules' && path.length > rules + 1
  if (!isRule) return { key: path.join('.') }
  return { rule: String(path[rules + 1]), key: path.slice(rules + 2).join('.') }
}

function parse(
  { name, text, format }: RulesetSource,
  { problems, warn }: Reporting,
): SourceDocument | undefined {
  try {
    return parseShallow(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { line, column, reason } = error
    const problem = {
      file: name,
      line,
      column,
      key: '',
      reason: `cannot be read as ${format.toUpperCase()}: ${reason}`,
    }
    // Spectral reads JSON rulesets as YAML, too: a comma at the end of a list does no harm.
    const lenient = format === 'json' ? tryMake(() => parseShallow(text, 'yaml')) : undefined
    if (lenient) warn?.({ ...problem, reason: `${problem.reason}; it was read as YAML` })
    else problems.push(problem)
    return lenient
  }
}
