import type { Judged } from '../../../check/judge.ts'
import { ParseError, parseDocument } from '../../../core/document/document.ts'
import type { FixKind } from '../../../core/model/fixes.ts'
import { findDefinitionFile } from '../../../core/model/identity.ts'
import type { Issue } from '../../../core/model/issue.ts'
import { createTurns } from '../../../terminal/turns.ts'
import { type FixedFile, type FixOptions, findFixKinds, fixDefinitions } from '../../fix/index.ts'
import { createLiveCheck, type LiveCheck, type OpenTexts } from '../live/live-reader.ts'
import type { Surroundings } from '../surroundings.ts'
import { type ExampleProblem, findExampleProblems } from './example-problems.ts'
import { createLinks } from './rule-links.ts'

/** All that takes long: it is done in a thread, and takes and gives values that can be sent to one. */
export type Jobs = {
  readonly [Name in keyof JobTypes]: (
    input: JobTypes[Name]['input'],
    signal: AbortSignal,
  ) => Promise<JobTypes[Name]['result']>
}

export interface JobTypes {
  readonly check: { readonly input: RootPlace; readonly result: Checked }
  /** Whether another check might say something else. */
  readonly changed: { readonly input: RootPlace; readonly result: boolean }
  /** The kind of the fix of each issue that has one, by its id. */
  readonly kinds: {
    readonly input: Pick<ToFix, 'cwd' | 'files'> & { readonly issues: readonly Issue[] }
    readonly result: ReadonlyMap<string, FixKind>
  }
  readonly close: { readonly input: RootPlace; readonly result: true }
  readonly fix: { readonly input: ToFix; readonly result: Fixed }
  readonly examples: {
    readonly input: { readonly cwd: string; readonly ruleset: string }
    readonly result: readonly ExampleProblem[]
  }
}

/** Both absolute. */
export interface RootPlace {
  readonly path: string
  readonly cwd: string
}

/** What a check gave, and what it read. */
export interface Checked {
  readonly judged?: Judged
  readonly error?: unknown
  /** As `LiveCheck` has them. */
  readonly file: string
  readonly inputs: ReadonlySet<string>
  readonly paths: readonly string[]
  readonly waits: boolean
  /** The documentation of its rules, by their ids. */
  readonly links: ReadonlyMap<string, string>
  readonly broken: readonly BrokenPart[]
}

/** An open file that the definition goes on in, and that cannot be parsed. */
export interface BrokenPart {
  readonly path: string
  readonly reason: string
  readonly line: number
  readonly column: number
}

export interface ToFix {
  readonly cwd: string
  /** The definition, as in messages, and all whose checks what is edited must suit. */
  readonly file: string
  readonly files: readonly string[]
  /** The issues to fix: all of a rule, one of it, or all where no rule is named; only one may have an unsafe fix. */
  readonly rule?: string
  readonly id?: string
}

/** No files: there is nothing to change, for this reason. */
export interface Fixed {
  readonly files: readonly FixedFile[]
  readonly reason: string
}

/** Each check holds its documents in memory. */
const mostAtOnce = 2

export function createJobs({ requestFor, worldIn }: Surroundings, openText: OpenTexts): Jobs {
  const inTurn = createTurns(mostAtOnce)
  const roots = new Map<string, ThreadRoot>()
  const open = ({ path, cwd }: RootPlace, signal: AbortSignal) => {
    const key = JSON.stringify([path, cwd])
    const root = roots.get(key) ?? createThreadRoot(path, cwd, signal)
    roots.set(key, root)
    return root
  }
  const createThreadRoot = (path: string, cwd: string, signal: AbortSignal) => {
    const world = worldIn(cwd, () => root.signal)
    const root: ThreadRoot = {
      signal,
      live: createLiveCheck(path, requestFor, world, openText),
      findLinks: createLinks(requestFor([]), () => worldIn(cwd, () => root.signal), openText),
    }
    return root
  }
  return {
    check: (place, signal) =>
      inTurn(async () => {
        signal.throwIfAborted()
        const root = open(place, signal)
        root.signal = signal
        const { live, findLinks } = root
        const answer = await live.check().then(
          (judged) => ({ judged }),
          (error: unknown) => ({ error }),
        )
        const [inputs, waits] = [live.inputs(), live.waits()]
        const links = waits ? new Map<string, string>() : await findLinks()
        const broken = [...inputs].flatMap((path) => (path === place.path ? [] : findBroken(path, openText)))
        return { ...answer, file: live.file, inputs, paths: live.paths(), waits, links, broken }
      }),
    changed: async (place, signal) => (await open(place, signal).live.changed()).length > 0,
    kinds: async ({ cwd, issues, files }, signal) => {
      const world = worldIn(cwd, () => signal)
      const kinds = await findFixKinds(issues, files, requestFor(files), world)
      return new Map([...kinds].map(([{ _id }, kind]) => [_id, kind]))
    },
    close: async ({ path, cwd }) => {
      roots.delete(JSON.stringify([path, cwd]))
      return true
    },
    fix: (toFix, signal) =>
      fix(
        toFix,
        requestFor,
        worldIn(toFix.cwd, () => signal),
      ),
    examples: ({ cwd, ruleset }, signal) =>
      findExampleProblems(
        ruleset,
        requestFor([]).trustPaths,
        worldIn(cwd, () => signal),
      ),
  }
}

interface ThreadRoot {
  /** Of the last check. */
  signal: AbortSignal
  readonly live: LiveCheck
  readonly findLinks: () => Promise<ReadonlyMap<string, string>>
}

function findBroken(path: string, openText: OpenTexts): readonly BrokenPart[] {
  const text = /\.(?:json|ya?ml)$/i.test(path) ? openText(path)?.text : undefined
  if (text === undefined) return []
  try {
    parseDocument(text, /\.json$/i.test(path) ? 'json' : 'yaml')
    return []
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { reason, line, column } = error
    return [{ path, reason, line, column }]
  }
}

async function fix(
  { file, files: checked, rule, id }: ToFix,
  requestFor: Surroundings['requestFor'],
  world: ReturnType<Surroundings['worldIn']>,
): Promise<Fixed> {
  const isOne = id !== undefined
  const accepts: FixOptions['accepts'] = async ({ alike }) =>
    alike.some(({ issue }) => findDefinitionFile(issue) === file && (!isOne || issue._id === id))
  const options = {
    ...(rule !== undefined && { rules: [rule] }),
    accepts,
    allowsUnsafe: isOne,
    allowsPlaceholders: isOne,
  }
  const { files, unfixed, fixable } = await fixDefinitions(requestFor(checked), options, world)
  const isUnsafe = fixable.unsafe + fixable.placeholder > 0
  const unsafe = 'its fixes are not safe; make them one at a time'
  return { files, reason: isUnsafe ? unsafe : (unfixed[0]?.reason ?? 'there is nothing to change') }
}
