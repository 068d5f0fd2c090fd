import { z } from 'zod'
import type { Issue } from '../../core/model/issue.ts'
import { findIssuePosition } from '../../core/model/issue-order.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { excerpt, plural } from '../../core/text/wording.ts'
import { sortWorstFirst } from '../../reporters/issue-order.ts'
import { labelled } from './answer.ts'

/** More fit on no first page. */
const mostGroups = 20
/** Characters of all places together. */
const mostPlaces = 1500

export const countOutput = () => z.int().nonnegative()
const group = () =>
  z.looseObject({
    issues: countOutput(),
    safe: countOutput(),
    unsafe: countOutput(),
    by_hand: z
      .array(z.string())
      .optional()
      .describe(
        'Files and lines of issues without a fix, such as "a.yaml:3 7". An … stands for more, which rule_id lists.',
      ),
  })

export const groupsOutput = () => ({
  by_rule: z.array(group().extend({ rule_id: z.string(), severity: z.enum(severities) })).optional(),
  by_file: z.array(group().extend({ file: z.string() })).optional(),
})

interface IssueGroup {
  readonly name: string
  readonly severity: Severity
  readonly issues: number
  readonly safe: number
  readonly unsafe: number
  readonly left: readonly Issue[]
}

/** Counts issues by rule and file, with the places of those that have no fix. */
export function countIssueGroups(issues: readonly Issue[]) {
  const rules = groupAndCount(issues, ({ rule_id }) => rule_id)
  const files = groupAndCount(issues, nameFile)
  let room = mostPlaces
  const byRule = rules.slice(0, mostGroups).map((group) => {
    const places = listPlaces(group.left, room)
    room -= places.join().length
    return { ...group, places }
  })
  const byFile = files.slice(0, mostGroups)
  const byHand = (places: readonly string[]) => (places.length > 0 ? `, by hand: ${places.join(', ')}` : '')
  return {
    lines: [
      ...byRule.flatMap((group) => {
        const counts = `${describeCounts(group)}${byHand(group.places)}`
        return labelled('rule: ', `${excerpt(group.name)}, ${group.severity}, ${counts}`)
      }),
      ...describeMore('rule: ', rules),
      ...byFile.flatMap((group) => labelled('file: ', `${excerpt(group.name)}, ${describeCounts(group)}`)),
      ...describeMore('file: ', files),
    ],
    data: {
      by_rule: byRule.map(({ name, left: _, places, ...counts }) => ({
        rule_id: name,
        ...counts,
        ...(places.length > 0 && { by_hand: places }),
      })),
      by_file: byFile.map(({ name, issues, safe, unsafe }) => ({ file: name, issues, safe, unsafe })),
    },
  }
}

function nameFile({ file, api_id }: Issue): string {
  return file ?? api_id
}

/** The worst first, then the largest. */
function groupAndCount(issues: readonly Issue[], nameOf: (issue: Issue) => string): readonly IssueGroup[] {
  const groups = [...groupBy(sortWorstFirst(issues), nameOf)].map(([name, members]): IssueGroup => {
    const countKind = (kind: Issue['fixable']) => members.filter(({ fixable }) => fixable === kind).length
    return {
      name,
      severity: members[0]?.severity ?? 'hint',
      issues: members.length,
      safe: countKind('safe'),
      unsafe: countKind('unsafe'),
      left: members.filter(({ fixable }) => fixable === 'no'),
    }
  })
  const rank = ({ severity }: IssueGroup) => severities.indexOf(severity)
  return groups.sort(
    (one, other) => rank(one) - rank(other) || other.issues - one.issues || (one.name < other.name ? -1 : 1),
  )
}

/** Each file with its lines, as far as there is room. */
function listPlaces(issues: readonly Issue[], room: number): readonly string[] {
  const places: string[] = []
  for (const [file, issuesOfFile] of groupBy(issues, nameFile)) {
    const lines = issuesOfFile.flatMap((issue) => findIssuePosition(issue).line || [])
    const written = lines.length === 0 ? file : `${file}:${[...new Set(lines)].join(' ')}`
    const left = room - places.join().length
    if (written.length > left) return [...places, written.slice(0, Math.max(0, left)).replace(/[^ ]*$/, '…')]
    places.push(written)
  }
  return places
}

function describeMore(label: string, groups: readonly IssueGroup[]): readonly string[] {
  const more = groups.length - mostGroups
  return more > 0 ? [`${label}and ${more} more`] : []
}

/** Says nothing of issues that may have a fix. */
function describeCounts({ issues, safe, unsafe, left }: IssueGroup): string {
  const kinds = [...(safe > 0 ? [`${safe} safe`] : []), ...(unsafe > 0 ? [`${unsafe} unsafe`] : [])]
  if (kinds.length === 0 && left.length === issues) kinds.push('no')
  return kinds.length === 0
    ? plural(issues, 'issue')
    : `${plural(issues, 'issue')}, fixable: ${kinds.join(', ')}`
}
