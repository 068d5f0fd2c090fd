import { oneLine } from '../../core/text/sanitize.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { renderSuite } from '../../reporters/junit.ts'
import { jsonView, rowsView } from '../../terminal/views.ts'
import type { RulesetTestResult, RuleUse } from './test-ruleset.ts'

export const testFormats = ['table', 'json', 'junit', 'tap'] as const
export type TestFormat = (typeof testFormats)[number]

export const testViews: Readonly<Record<TestFormat, (result: RulesetTestResult) => string>> = {
  table,
  json,
  junit,
  tap,
}

const mostNamed = 10

type Result = RulesetTestResult['results'][number]

function renderPlace({ file, example }: Result): string {
  return `${file}:${example.line}`
}

function table(result: RulesetTestResult): string {
  const { file, passed, results, rules, inherited } = result
  const held = results.filter(({ fault }) => fault === undefined).length
  const failed = results
    .filter(({ fault }) => fault !== undefined)
    .map((each) =>
      oneLine(`${each.example.rule}, ${each.example.name} (${renderPlace(each)}): ${each.fault}`),
    )
  const rows = rules.map((use) => [
    use.rule,
    use.severity,
    ...[use.examples, use.matched, use.issues].map(String),
    renderRemark(use),
  ])
  const head = ['RULE', 'SEVERITY', 'EXAMPLES', 'MATCHED', 'ISSUES', '']
  const others = inherited === 0 ? '' : `\n${inherited} inherited rules have no examples here.\n`
  return [
    failed.map((line) => `FAIL  ${line}\n`).join(''),
    failed.length > 0 ? '\n' : '',
    rows.length > 0 ? rowsView([head, ...rows]) : '',
    others,
    `\n${passed ? 'PASS' : 'FAIL'}  ${oneLine(`${file}: ${unprovenText(rules)}${held}`)} of ${results.length} examples hold\n`,
  ].join('')
}

/** Shortcomings of a rule that fail the test although every example holds. */
const lacks = [
  {
    key: 'unproven',
    words: ['has no example that fails', 'have no example that fails'],
    test: { name: 'has examples', fault: 'no example fails it' },
  },
  {
    key: 'untested',
    words: ['matches nothing in its examples', 'match nothing in their examples'],
    test: { name: 'is tested', fault: 'it matches nothing in its examples' },
  },
] as const

function unprovenText(rules: readonly RuleUse[]): string {
  return lacks
    .map(({ key, words: [one, several] }) => {
      const names = rules.filter((use) => use[key]).map(({ rule }) => rule)
      const text = `${plural(names.length, 'rule')} ${names.length === 1 ? one : several}`
      return names.length === 0 ? '' : `${text} (${joinNames(names, mostNamed)}); `
    })
    .join('')
}

/** Renders what never matched cannot fail either: the first of these says the most. */
function renderRemark({ examples, matched, issues, unproven, untested, blind, unused }: RuleUse): string {
  if (unproven) return 'needs an example that fails'
  if (matched === 0 && examples > 0) return 'never matched anything'
  if (untested) return 'never matched anything in its examples'
  if (unused) return 'matches nothing in the definition'
  if (matched === 0) return 'no example'
  if (issues === 0) return 'never failed (an error with --every-rule)'
  return blind ? 'passes where it matches nothing' : ''
}

function json({ file, passed, results, rules, inherited }: RulesetTestResult): string {
  return jsonView({
    version: 1,
    file,
    passed,
    examples: results.map((result) => ({
      rule_id: result.example.rule,
      name: result.example.name,
      passed: result.fault === undefined,
      ...(result.fault !== undefined && { fault: result.fault }),
      file: result.file,
      line: result.example.line,
      matched: result.matched,
      issues: result.issues.map(({ path, message, rule }) => ({
        path: path.join('.'),
        severity: rule.severity,
        message,
      })),
    })),
    rules: rules.map(({ rule, unproven, untested, blind, unused, ...use }) => ({
      rule_id: rule,
      ...use,
      remark: renderRemark({ rule, unproven, untested, blind, unused, ...use }),
    })),
    inherited_count: inherited,
  })
}

/** A test for each example, and one for each thing that a rule lacks. */
function listTests({ file, results, rules }: RulesetTestResult) {
  return [
    ...results.map((result) => {
      const { example, fault } = result
      return { rule: example.rule, name: example.name, fault, place: renderPlace(result) }
    }),
    ...lacks.flatMap(({ key, test }) =>
      rules.filter((use) => use[key]).map(({ rule }) => ({ rule, ...test, place: file })),
    ),
  ]
}

function junit(result: RulesetTestResult): string {
  const cases = listTests(result).map(({ rule, name, fault, place }) =>
    fault === undefined
      ? ({ name, group: rule, outcome: 'passed' } as const)
      : ({ name, group: rule, outcome: 'failure', type: 'example', message: fault, text: [place] } as const),
  )
  const suite = { name: result.file, cases, seconds: 0, out: [] }
  const xml = renderSuite(suite, { id: 0, timestamp: '1970-01-01T00:00:00' })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${xml}\n</testsuites>\n`
}

function tap(result: RulesetTestResult): string {
  const lines = listTests(result).map(({ rule, name, fault, place }, index) => {
    const line = `ok ${index + 1} - ${escapeTap(`${rule}, ${name}`)}`
    if (fault === undefined) return line
    return `not ${line}\n  ---\n  message: ${JSON.stringify(oneLine(fault))}\n  at: ${JSON.stringify(oneLine(place))}\n  ...`
  })
  return `TAP version 14\n1..${lines.length}\n${lines.map((line) => `${line}\n`).join('')}`
}

/** `#` begins a directive, which could turn a failure into a success. */
function escapeTap(text: string): string {
  return oneLine(text).replaceAll(/[\\#]/g, '\\$&')
}
