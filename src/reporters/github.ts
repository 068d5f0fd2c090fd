import type { Issue } from '../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import type { Severity } from '../core/model/severity.ts'
import { groupBy } from '../core/text/group-by.ts'
import { countList, excerpt, plural } from '../core/text/wording.ts'
import { listProblems } from './faults.ts'
import { findFilePlace, renderFirstPlace, renderOldPlace, toRepositoryPath } from './file-place.ts'
import { sortWorstFirst } from './issue-order.ts'
import type { Reporter } from './reporter.ts'
import { countOnlyCounted } from './words/coverage.ts'
import { describeExcused } from './words/excuse-words.ts'
import { renderVerdict } from './words/verdict.ts'

/** GitHub shows no more of one kind in a step, and drops the rest silently. */
const maxOfKind = 10

/**
 * Workflow commands that annotate a change: the worst first, a rule once for each file, at most ten errors, ten
 * warnings and ten notices. The last line is not a command: it counts what is not shown; the job summary has it all.
 */
export const github: Reporter = (report) => {
  const problems = listProblems(report).map(({ code, message, place }): Annotation => {
    return {
      ...(place && { ...place, file: toRepositoryPath(place.file, report.run) }),
      kind: 'error',
      title: `gov: ${code === 'policy' ? 'the policy failed' : code}`,
      message,
      issues: 0,
    }
  })
  const counted = sortWorstFirst(listIssues(report).filter(({ excused }) => !excused))
  const shown = limitAnnotations([
    ...problems,
    ...groupByRule(counted).map((group) => createAnnotation(group, report.run)),
  ])
  return `${[...shown.map(renderAnnotation), renderLastLine(report, counted.length, shown)].join('\n')}\n`
}

function groupByRule(issues: readonly Issue[]): Issue[][] {
  const groups = groupBy(issues, ({ file, api_id, ruleset_id, rule_id, severity }) =>
    JSON.stringify([file ?? api_id, ruleset_id, rule_id, severity]),
  )
  return [...groups.values()]
}

function limitAnnotations(all: readonly Annotation[]): Annotation[] {
  const kinds = ['error', 'warning', 'notice']
  return kinds.flatMap((kind) => all.filter((annotation) => annotation.kind === kind).slice(0, maxOfKind))
}

function renderLastLine(report: Report, counted: number, shown: readonly Annotation[]): string {
  if (!isEvaluated(report)) return excerpt(renderVerdict(report))
  const excused = describeExcused(report)
  const annotated = shown.reduce((sum, { issues }) => sum + issues, 0)
  const rest = counted - annotated
  return [
    `${renderVerdict(report)}: ${countList(countOnlyCounted(report), 'all')}`,
    ...(excused === '' ? [] : [excused]),
    ...(rest > 0 ? [`${plural(rest, 'issue')} not annotated: see the job summary`] : []),
  ].join('; ')
}

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly issues: number
}

const kinds: Record<Severity, Annotation['kind']> = {
  error: 'error',
  warn: 'warning',
  info: 'notice',
  hint: 'notice',
}

/** Issues of one rule in one file as one annotation, at the first of them. An API without a file is named in words. */
function createAnnotation(group: readonly Issue[], run: Run): Annotation {
  const [first] = group
  if (first === undefined) throw new Error('an annotation of no issue')
  const { file, line, column } = findFilePlace(first)
  const saved = first.file === undefined
  const api = saved ? `${first.api_id}: ` : ''
  const more = group.length > 1 ? ` (and ${plural(group.length - 1, 'more place')})` : ''
  const whole = first.definition === undefined ? '' : ` of ${excerpt(first.definition)}`
  const old = first.old_place ? `\nwas at ${excerpt(renderOldPlace(first))}` : ''
  const fix = first.how_to_fix ? `\nfix: ${excerpt(first.how_to_fix)}` : ''
  return {
    kind: kinds[first.severity],
    title: `${first.rule_id} (${first.ruleset_name || first.ruleset_id})`,
    message: `${api}${excerpt(first.message)}${renderFirstPlace(first)}\nat ${excerpt(first.path) || '(root)'}${whole}${more}${old}${fix}`,
    ...(saved ? {} : { file: toRepositoryPath(file, run), line, column }),
    issues: group.length,
  }
}

/** The workflow command. What is foreign in it is cut at lengths that GitHub shows, and cannot end the command. */
function renderAnnotation({ kind, title, message, file, line, column }: Annotation): string {
  const properties = { file, line, col: line === undefined ? undefined : column, title: excerpt(title, 200) }
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${escapeProperty(excerpt(String(value), 1000))}`)
  const text = message.split('\n').map((line) => excerpt(line, 1000))
  return `::${kind} ${written.join(',')}::${escapeData(text.join('\n'))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
