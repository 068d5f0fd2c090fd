import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { readValue } from '../ruleset/read-with.ts'
import { RulesetError, type RulesetProblem, type RulesetSource } from '../ruleset/ruleset-source.ts'
import { parseRuleset, type ReportProblem } from '../ruleset/ruleset-text.ts'

const issue = z.union(
  [
    z.string(),
    z.strictObject({
      path: z.string().optional(),
      severity: z.enum(severities).optional(),
      message: z.string().optional(),
    }),
  ],
  { error: 'must be the dot-joined path of an issue, or a mapping with path, severity or message' },
)

const shape = z.strictObject({
  name: z.string().optional(),
  why: z.string().optional(),
  passes: z.unknown().optional(),
  fails: z.unknown().optional(),
  issues: z.array(issue).min(1, { error: 'must not be empty: an example without issues passes' }).optional(),
})

/**
 * The examples of a ruleset's rules, from a file of their own: under the id of a rule a mapping, or a list of them,
 * with a document under `passes`, `fails` or both. Throws RulesetError with every problem that was found.
 */
export function readExamples(source: RulesetSource): readonly RuleExamples[] {
  const problems: RulesetProblem[] = []
  const text = parseRuleset(source, { problems })
  const findLine = (path: Path): number => text?.locate(path).start_line ?? 1
  const found = text ? readRules(text.value, text.report, findLine) : []
  if (problems.length > 0) throw new RulesetError(problems)
  return found
}

type LineAt = (path: Path) => number

function readRules(value: unknown, report: ReportProblem, findLine: LineAt): RuleExamples[] {
  if (isRecord(value))
    return Object.entries(value).map(([rule, raw]) => readRule(rule, raw, report, findLine))
  report([], 'examples must map rule ids to documents that pass and fail')
  return []
}

function readRule(rule: string, raw: unknown, report: ReportProblem, findLine: LineAt): RuleExamples {
  const entries: [unknown, Path][] = Array.isArray(raw)
    ? raw.map((entry: unknown, index) => [entry, [rule, index]])
    : [[raw, [rule]]]
  const parts = entries.map(([entry, path]) => readEntry(rule, entry, path, report, findLine))
  const examples = numberNames(parts.flatMap((part) => part.examples))
  return { rule, why: parts.find((part) => part.why)?.why, examples, line: findLine([rule]) }
}

function readEntry(rule: string, entry: unknown, path: Path, report: ReportProblem, findLine: LineAt) {
  const found = readValue(shape, entry, path, report)
  if (!found || !isRecord(entry)) return { why: undefined, examples: [] }
  const kinds = (['passes', 'fails'] as const).filter((kind) => Object.hasOwn(entry, kind))
  if (kinds.length === 0 && found.why === undefined)
    report(path, 'needs a document under "passes" or "fails"')
  if (found.issues && !kinds.includes('fails')) report([...path, 'issues'], 'need a document under "fails"')
  const examples = kinds.map((kind): RuleExample => {
    const at = [...path, kind]
    const document = readDocument(found[kind], at, report)
    const issues =
      kind === 'fails'
        ? found.issues?.map((each) => (typeof each === 'string' ? { path: each } : each))
        : undefined
    return { rule, name: found.name ?? '', kind, document, issues, line: findLine(at), path: at }
  })
  return { why: found.why, examples }
}

/** A text of one line is the name of a file: a document has more of them. */
function readDocument(value: unknown, path: Path, report: ReportProblem): ExampleDocument {
  if (typeof value === 'string' && value.trim() !== '')
    return value.includes('\n') ? { kind: 'text', text: value } : { kind: 'file', file: value }
  if (!isRecord(value)) report(path, 'must be a document, its text, or its file name')
  return { kind: 'value', value }
}

/** Examples without a name, or with the name of another, are numbered. */
function numberNames(examples: readonly RuleExample[]): RuleExample[] {
  const used = new Map<string, number>()
  return examples.map((example) => {
    const name = example.name === '' ? example.kind : `${example.kind}: ${example.name}`
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return { ...example, name: count === 1 ? name : `${name} (${count})` }
  })
}

/** A document, and what one rule is to make of it. */
export interface RuleExample {
  readonly rule: string
  /** Unique among the rule's own. */
  readonly name: string
  readonly kind: 'fails' | 'passes'
  readonly document: ExampleDocument
  /** For an example that fails: all of the rule's issues, in any order. Absent: at least one. */
  readonly issues: readonly ExpectedIssue[] | undefined
  readonly line: number
  /** In the file of the examples. */
  readonly path: Path
}

/** The document of an example: data, the text of a document, or the name of a file. */
export type ExampleDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string }

/** Each member that is set must hold; `message` is a substring. */
export interface ExpectedIssue {
  readonly path?: string | undefined
  readonly severity?: Severity | undefined
  readonly message?: string | undefined
}

export interface RuleExamples {
  readonly rule: string
  readonly why: string | undefined
  readonly examples: readonly RuleExample[]
  readonly line: number
}
