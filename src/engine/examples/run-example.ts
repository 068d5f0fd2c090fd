import { parseDocument } from '../../core/document/document.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { evaluate, listApplicableRules } from '../evaluate.ts'
import type { EngineIssue, Rule, RuleFormat } from '../rule.ts'
import type { ExpectedIssue, RuleExample } from './read-examples.ts'

export interface ExampleResult {
  readonly example: RuleExample
  /** Why it does not hold; undefined when it does. */
  readonly fault: string | undefined
  /** How many nodes the rule looked at. */
  readonly matched: number
  readonly issues: readonly EngineIssue[]
  /** The document, if it could be read. */
  readonly text?: string | undefined
}

/** The text of a document that is in a file of its own. */
interface ExampleText {
  readonly text: string
  readonly format: 'json' | 'yaml'
}

/**
 * Runs the rule of an example, and no other, on its document. A document that names no version gets the newest that
 * the rule is for. `rules` are those of the example's rule; `file` is what the example's file holds, if it is one.
 */
export function runExample(example: RuleExample, rules: readonly Rule[], file?: ExampleText): ExampleResult {
  const none = { example, matched: 0, issues: [] }
  const [first] = rules
  if (first === undefined) return { ...none, fault: 'the rule is off' }
  try {
    const document = buildDocument(example, first, file)
    if (listApplicableRules(document, { rules }).length === 0)
      return { ...none, fault: describeFormats(rules) }
    let matched = 0
    const issues = evaluate(document, { rules }, {}, { onMatch: () => (matched += 1) }).filter(
      ({ rule }) => rule.id === example.rule,
    )
    return {
      example,
      matched,
      issues,
      fault: findExampleFault(example, issues, matched),
      text: document.text,
    }
  } catch (error) {
    if (error instanceof ParseError)
      return { ...none, fault: `its document cannot be read: line ${error.line}: ${error.reason}` }
    return { ...none, fault: readMessage(error) }
  }
}

function buildDocument({ document }: RuleExample, rule: Rule, file: ExampleText | undefined): SourceDocument {
  if (document.kind === 'file') return parseDocument(file?.text ?? '', file?.format ?? 'yaml')
  if (document.kind === 'value') return completeDocument(document.value, rule)
  const parsed = parseDocument(document.text, 'yaml')
  return namesVersion(parsed.value) ? parsed : completeDocument(parsed.value, rule)
}

function completeDocument(value: unknown, rule: Rule): SourceDocument {
  const whole = isRecord(value) && !namesVersion(value) ? { ...chooseVersion(rule), ...value } : value
  return parseDocument(JSON.stringify(whole), 'json')
}

function namesVersion(value: unknown): boolean {
  return isRecord(value) && (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger'))
}

const versions: readonly (readonly [readonly RuleFormat[], Readonly<Record<string, string>>])[] = [
  [['oas3', 'oas3.1'], { openapi: '3.1.0' }],
  [['oas3.2'], { openapi: '3.2.0' }],
  [['oas3.0'], { openapi: '3.0.3' }],
  [['oas2'], { swagger: '2.0' }],
]

function chooseVersion({ formats }: Rule): Readonly<Record<string, string>> {
  const found = versions.find(([names]) => names.some((name) => formats?.includes(name)))
  return found?.[1] ?? { openapi: '3.1.0' }
}

function describeFormats(rules: readonly Rule[]): string {
  const formats = [...new Set(rules.flatMap((rule) => rule.formats ?? []))]
  return `the rule does not apply to this version (formats: ${formats.join(', ') || 'none for OpenAPI'})`
}

function findExampleFault(
  example: RuleExample,
  issues: readonly EngineIssue[],
  matched: number,
): string | undefined {
  if (example.kind === 'passes') return issues.length === 0 ? undefined : `it found ${renderIssues(issues)}`
  if (issues.length === 0 && matched === 0) return 'it found nothing: its given matches no node'
  if (issues.length === 0) return 'it found nothing'
  return example.issues && describeDifference(example.issues, issues)
}

/** Each expected issue takes one that fits; what is over on either side is the difference. */
function describeDifference(
  expected: readonly ExpectedIssue[],
  found: readonly EngineIssue[],
): string | undefined {
  const left = [...found]
  const missing = expected.filter((wanted) => {
    const at = left.findIndex((issue) => isExpected(issue, wanted))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const parts = [
    missing.length === 0 ? '' : `it did not find ${missing.map(printExpected).join('; ')}`,
    left.length === 0 ? '' : `it found ${renderIssues(left)}`,
  ]
  return parts.filter(Boolean).join(', and ') || undefined
}

function isExpected({ path, rule, message }: EngineIssue, wanted: ExpectedIssue): boolean {
  return (
    (wanted.path === undefined || wanted.path === path.join('.')) &&
    (wanted.severity === undefined || wanted.severity === rule.severity) &&
    (wanted.message === undefined || message.includes(wanted.message))
  )
}

function printExpected({ severity, path, message }: ExpectedIssue): string {
  const where = path === undefined ? '' : ` at ${path || 'the root'}`
  return `${severity ?? 'an issue'}${where}${message === undefined ? '' : ` that says "${message}"`}`
}

const mostShown = 3

function renderIssues(issues: readonly EngineIssue[]): string {
  const shown = issues
    .slice(0, mostShown)
    .map(({ rule, path, message }) => `${rule.severity} at ${path.join('.') || 'the root'} ("${message}")`)
  const rest = issues.length - shown.length
  return shown.join('; ') + (rest > 0 ? ` and ${rest} more` : '')
}
