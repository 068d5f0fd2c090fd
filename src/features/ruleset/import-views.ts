import { countGroupedRules, type RuleGroup, type RulesetFacts } from '../../check/rulesets/examine-ruleset.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { renderScalar } from '../../core/text/yaml-text.ts'
import { fieldsView } from '../../terminal/views.ts'

/** Whether a check with the ruleset can be complete. */
export function canRun({ failing, problems }: RulesetFacts): boolean {
  return failing.length === 0 && problems.length === 0
}

/** Shows which rules run, run in the sandbox, may fail, or cannot run. */
export function importView(facts: RulesetFacts, notes: readonly string[]): string {
  const { file, sandboxed, may_fail: unsure, other_documents: others, as_is: rules } = facts
  const summary = fieldsView([
    ['extends', oneLine(facts.extends.join(', '))],
    ['runs as it is', plural(rules.length, 'rule')],
    [
      'runs sandboxed',
      sandboxed.length === 0 ? '' : `${plural(countGroupedRules(sandboxed), 'rule')} with JavaScript`,
    ],
    [
      'may not run',
      unsure.length === 0
        ? ''
        : `${plural(countGroupedRules(unsure), 'rule')} without a package: ${unrunText}`,
    ],
    [
      'never applies',
      others.length === 0 ? '' : `${plural(others.length, 'rule')} for AsyncAPI, Arazzo and the like`,
    ],
    [
      'does not run',
      canRun(facts)
        ? ''
        : facts.problems.length > 0
          ? 'all of it, until the lines below are fixed'
          : plural(countGroupedRules(facts.failing), 'rule'),
    ],
  ])
  return [
    `${oneLine(file)}\n${summary.replaceAll(/^(?=.)/gm, '  ')}`,
    section('In the sandbox, by function:', sandboxed.map(groupText)),
    section('May not run, by what is not installed or only in Node:', unsure.map(groupText)),
    section('Does not run:', [
      ...facts.problems,
      ...facts.failing.map(({ what, rules }) => `${joinNames(rules, mostNamed)}: ${what}`),
    ]),
    section('Warnings:', facts.warnings),
    section('Not taken over:', notes),
    canRun(facts) ? '' : `\n${describeWayOut(facts)}`,
  ].join('')
}

function describeWayOut({ file, failing, problems }: RulesetFacts): string {
  const rules = [...new Set(failing.flatMap((group) => group.rules))]
  if (problems.length > 0 || rules.length === 0)
    return 'No ruleset is evaluated in part, so no config was written. Fix these lines, and import it again.\n'
  const base = /^\.{0,2}\//.test(file) ? file : `./${file}`
  const lines = rules.map((rule) => `  ${oneLine(renderScalar(rule))}: off\n`)
  return `No ruleset is evaluated in part, so no config was written. Fix these rules, or
go without them: save this as governance-rules.yaml, and import that.

extends: ${renderScalar(base)}
rules:
${lines.join('')}`
}

const unrunText = 'gov check is incomplete (exit 5) where one applies'

const mostNamed = 8

function groupText({ what, rules }: RuleGroup): string {
  return `${what}: ${joinNames(rules, mostNamed)}`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${oneLine(line)}\n`).join('')}`
}
