import { isDeepStrictEqual } from 'node:util'
import { findDefinitionFile, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { isObject } from '../../core/model/record.ts'
import { findPaths } from '../../gate/place.ts'
import { createViews } from './definition-views.ts'
import type { FileDrafts } from './drafts.ts'
import type { IssueProposal } from './fix-result.ts'
import type { KnownFixes } from './fixes-of.ts'
import type { OtherUsers } from './other-users.ts'
import { Refusal } from './propose/change.ts'
import { propose, type Refused } from './propose/propose.ts'
import type { Skipped } from './skipped.ts'
import { readWhole, type WholeDefinition } from './whole.ts'

/** What the fixes of a run share. */
export interface KnownDefinitions {
  readonly drafts: FileDrafts
  readonly fixes: KnownFixes
  readonly skipped: Skipped
  readonly users: OtherUsers
}

/** What would fix an issue, or why that cannot be made here; undefined: no fix is for it. */
type FoundFix = IssueProposal | Refused | undefined

/** Looks at the files as they are now. */
export function createProposer(known: Omit<KnownDefinitions, 'skipped'>) {
  const wholes = new Map<string, WholeDefinition>()

  async function getWhole(definition: string): Promise<WholeDefinition> {
    const read = wholes.get(definition)
    if (read) return read
    const { drafts } = known
    await drafts.open(definition)
    const { value } = drafts.get(definition).outline
    const whole = await readWhole(definition, value, drafts.worldOf().sources)
    for (const file of whole.values.keys()) if (file !== definition) await drafts.open(file)
    wholes.set(definition, whole)
    return whole
  }

  return {
    propose: async (issue: Issue): Promise<FoundFix> => {
      const definition = findDefinitionFile(issue)
      if (definition === undefined) return undefined
      const whole = await getWhole(definition)
      const found = chooseOne(proposeFixes(issue, whole, known))
      if (!found || 'reason' in found) return found
      const files = found.files.map((file) => ({ ...file, file: known.drafts.nameOf(file.file) }))
      if (new Set(files.map(({ file }) => file)).size < files.length)
        return { reason: 'a file has two names' }
      const names = found.files.map(({ file }) => file)
      const reason = await known.users.reasonAgainst(names, definition)
      return reason === undefined ? { ...found, files } : { reason }
    },
  }
}

/** One for each way in which the definition uses the place. */
function proposeFixes(
  issue: Issue,
  whole: WholeDefinition,
  { drafts, fixes }: Omit<KnownDefinitions, 'skipped'>,
): readonly FoundFix[] {
  const { file = whole.file } = issue
  const unclear = (reason: string): readonly FoundFix[] => [{ reason }]
  if (!whole.values.has(file)) return unclear('it is in a file that is not read as data')
  try {
    const path = findKeys(issue, whole.values.get(file))
    const views = createViews(file, path, whole, drafts)
    if (views.length === 0) return unclear('no $ref of the definition leads there')
    return views.map((view) => {
      const found = propose(issue.message, view, fixes.of(issue))
      return found && { ...found, issue, path }
    })
  } catch (error) {
    if (error instanceof Refusal) return unclear(error.message)
    throw error
  }
}

/** What is used at several places is edited only as all of them ask. */
function chooseOne(all: readonly FoundFix[]): FoundFix {
  const found = all.flatMap((each) => each ?? [])
  const refused = found.find((each) => 'reason' in each)
  const [first, ...others] = found.flatMap((each) => ('files' in each ? [each] : []))
  if (refused || !first) return refused
  const isAlike = others.every(
    ({ files, kind }) => kind === first.kind && isDeepStrictEqual(files, first.files),
  )
  return isAlike ? first : { reason: 'it is used at several places, which ask for different fixes' }
}

/** The keys that lead to an issue in `root`, or to the nearest that is there. Throws Refusal. */
function findKeys({ path: dotted, pointer, ambiguous }: Issue, root: unknown): Path {
  if (pointer !== undefined) return parsePath(pointer, root)
  const { paths, deepest } = findPaths(root, dotted)
  const [path, other] = paths
  if (other || ambiguous) throw new Refusal('its path fits several places, because keys hold dots')
  return path ?? deepest
}

function parsePath(pointer: string, root: unknown): Path {
  const path: (string | number)[] = []
  let value = root
  for (const key of parsePointer(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) break
    path.push(Array.isArray(value) ? Number(key) : key)
    value = Reflect.get(value, key)
  }
  return path
}
