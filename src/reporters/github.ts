import type { Issue } from '../model/issue.ts'
import { isEvaluated, issuesOf, type Report } from '../model/report.ts'
import { type Annotation, annotationLine, annotationOf } from './annotation.ts'
import { excusedWords } from './excuse.ts'
import { faultsOf, faultText, refusalsOf } from './faults.ts'
import { worstFirst } from './issue-order.ts'
import { outcomeWords } from './outcome-words.ts'
import type { Reporter } from './reporter.ts'
import { countWords, excerpt, plural } from './wording.ts'

/** GitHub shows no more of one kind in a step, and drops the rest silently. */
const most = 10

/**
 * Workflow commands that annotate a change: the worst first, a rule once for each file, at most ten errors, ten
 * warnings and ten notices. The last line, which is no command, counts what is not shown; the job summary has it all.
 */
export const github: Reporter = (report) => {
  const faults = faultsOf(report).map((fault): Annotation => {
    return { kind: 'error', title: `gov: ${fault.code}`, message: faultText(fault), issues: 0 }
  })
  const refused = refusalsOf(report).map((message): Annotation => {
    return { kind: 'error', title: 'gov: the policy failed', message, issues: 0 }
  })
  const counted = worstFirst(issuesOf(report).filter(({ excused }) => !excused))
  const shown = limited([...faults, ...refused, ...byRuleAndFile(counted).map(annotationOf)])
  return `${[...shown.map(annotationLine), lastLine(report, counted.length, shown)].join('\n')}\n`
}

function byRuleAndFile(issues: readonly Issue[]): Issue[][] {
  const groups = new Map<string, Issue[]>()
  for (const issue of issues) {
    const key = JSON.stringify([issue.file ?? issue.api_id, issue.ruleset_id, issue.rule_id, issue.severity])
    const group = groups.get(key)
    if (group) group.push(issue)
    else groups.set(key, [issue])
  }
  return [...groups.values()]
}

function limited(all: readonly Annotation[]): Annotation[] {
  const kinds = ['error', 'warning', 'notice']
  return kinds.flatMap((kind) => all.filter((each) => each.kind === kind).slice(0, most))
}

function lastLine(report: Report, counted: number, shown: readonly Annotation[]): string {
  if (!isEvaluated(report)) return excerpt(outcomeWords(report))
  const words = countWords(report, 'all').map(([, text]) => text)
  const excused = excusedWords(report)
  const told = shown.reduce((sum, { issues }) => sum + issues, 0)
  const rest = counted - told
  return [
    `${outcomeWords(report)}: ${words.join(', ')}`,
    ...(excused === '' ? [] : [excused]),
    ...(rest > 0 ? [`${plural(rest, 'issue')} not annotated: see the job summary`] : []),
  ].join('; ')
}
