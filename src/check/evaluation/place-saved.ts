import type { Answer } from '../../core/model/evaluation.ts'
import type { IgnoresGap } from '../../core/model/gap.ts'
import { isPlaced, toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { identifyTarget } from '../../core/model/target.ts'
import { listIgnores } from '../../gate/excuse/inline-ignores.ts'
import { addPointer } from '../../gate/place.ts'
import { createLimiter } from '../sources/limiter.ts'
import type { Records } from '../types.ts'
import { isRefusal } from './evaluator.ts'

/** Opened only where something is to be looked up. */
type OpenRecords = () => Promise<Pick<Records, 'getApi'>>

interface Placed {
  readonly answers: readonly Answer[]
  /** The definitions that were read, by the id of their API. */
  readonly saved: ReadonlyMap<string, object>
  readonly warnings: readonly string[]
}

/**
 * Tells at which node of a saved API's definition its issues are, where one of them `matters`: the service answers a
 * dotted path alone, which keys with dots make ambiguous. A definition that cannot be read leaves its issues without a
 * node, and nothing excuses them.
 */
export async function placeSaved(
  answers: readonly Answer[],
  records: OpenRecords,
  concurrency: number,
  matters: (issue: Issue) => boolean,
): Promise<Placed> {
  const wanted = groupUnplaced(answers, matters)
  if (wanted.size === 0) return { answers, saved: new Map(), warnings: [] }
  const known = await records()
  const placed = new Map<Issue, Issue>()
  const saved = new Map<string, object>()
  const faults = await createLimiter(concurrency)([...wanted], async ([id, issues]) => {
    const read = await readSavedDefinition(id, known)
    if ('fault' in read) return [read.fault]
    saved.set(id, read.definition)
    for (const issue of issues) placed.set(issue, addPointer(read.definition, issue))
    return []
  })
  return {
    answers: answers.map((answer) => withIssues(answer, (issue) => placed.get(issue) ?? issue)),
    saved,
    warnings: describeUnread(faults.flat()),
  }
}

/** Issues without a node, of each API with one that `matters`. No list of all is made: there may be a million. */
function groupUnplaced(answers: readonly Answer[], matters: (issue: Issue) => boolean) {
  const isOpen = (issue: Issue) => !isPlaced(issue) && identifyTarget(issue).saved
  const groups = new Map<string, Issue[]>()
  for (const { evaluation } of answers)
    for (const issue of evaluation.issues) if (isOpen(issue) && matters(issue)) groups.set(issue.api_id, [])
  for (const { evaluation } of groups.size > 0 ? answers : [])
    for (const issue of evaluation.issues) if (isOpen(issue)) groups.get(issue.api_id)?.push(issue)
  return groups
}

/** Throws what ends the run: no dashboard, no time. */
async function readSavedDefinition(id: string, records: Pick<Records, 'getApi'>) {
  try {
    const { oas } = await records.getApi(id)
    return oas ? { definition: oas } : { fault: `API ${id} has none` }
  } catch (error) {
    if (isRefusal(error)) return { fault: error.message }
    throw error
  }
}

function withIssues({ request, evaluation }: Answer, change: (issue: Issue) => Issue): Answer {
  return { request, evaluation: { ...evaluation, issues: evaluation.issues.map(change) } }
}

function describeUnread([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const reason = `the definition of a saved API cannot be read: ${first}${more}`
  return [`${reason}; its issues are not excused by dotted path, which may fit several nodes`]
}

/** Saved APIs of which the dashboard may have dropped issues, because their definitions ask for it or cannot be read. */
export async function ignoringApis(
  ids: readonly string[],
  records: OpenRecords,
  concurrency: number,
): Promise<readonly IgnoresGap[]> {
  const known = await records()
  const gaps = await createLimiter(concurrency)([...new Set(ids)], (id) => findIgnoresGap(id, known))
  return gaps.flat()
}

async function findIgnoresGap(api_id: string, records: Pick<Records, 'getApi'>): Promise<IgnoresGap[]> {
  const about = { kind: 'inline-ignores', target: { api_id } } as const
  const read = await readSavedDefinition(api_id, records)
  if ('fault' in read) return [{ ...about, rules: [], place: '', unread: read.fault }]
  const all = listIgnores(read.definition)
  const [first] = all.keys()
  const rules = [...new Set([...all.values()].flat())].sort()
  return first === undefined ? [] : [{ ...about, rules, place: toPointer(first) }]
}
