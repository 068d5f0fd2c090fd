/** The thread of `worker.ts`: it runs the jobs, over the open texts as the editor has them. */

import { parentPort, workerData } from 'node:worker_threads'
import { findUsedRulesets } from '../../../check/rulesets/known-rulesets.ts'
import { findDocumentation, findRulePage } from '../../../check/rulesets/rule-page.ts'
import { createTurns } from '../../../check/sources/limiter.ts'
import type { CheckRequest } from '../../../check/types.ts'
import { interruptedError, silenceWarnings, type World } from '../../../check/world.ts'
import { ParseError, parseDocument } from '../../../core/document/document.ts'
import type { Versions } from '../../../core/document/versions/versions.ts'
import { GovError } from '../../../core/model/errors.ts'
import { interpretSchemas } from '../../../core/model/schema.ts'
import { findDefinitionFile } from '../../../core/model/target.ts'
import { documentRules } from '../../../engine/openapi/document-rules.ts'
import { type FixOptions, fixDefinitions } from '../../fix/index.ts'
import {
  configStamp,
  createLiveCheck,
  createSurroundings,
  isAsRead,
  type LiveCheck,
  type OpenText,
  type OpenTexts,
  type Surroundings,
} from '../live-reader.ts'
import { isData, resolveLinks } from '../paths.ts'
import { findExampleProblems } from './example-problems.ts'
import {
  type BrokenPart,
  convertError,
  type Fixed,
  type FromWorker,
  type Jobs,
  type RootPlace,
  sendError,
  type ToFix,
  type ToThread,
  type WorkerInput,
} from './worker.ts'

/** Each check holds its documents in memory. */
const mostAtOnce = 2

interpretSchemas()
const input: WorkerInput = workerData
const byPath = new Map<string, OpenText>()
const byRealPath = new Map<string, OpenText>()
const running = new Map<number, AbortController>()
const openText = (path: string) => byPath.get(path) ?? byRealPath.get(resolveLinks(path))
/** Versions of open texts, so that after an edit only that is read again. */
const versions = new Map<string, Versions>()
const never = new AbortController().signal
const surroundings = createSurroundings(input, openText, (log) => tell({ log }), never, versions)
const jobs = createJobs(surroundings, openText)

input.open.forEach(noteOpen)
parentPort?.on('message', (message: ToThread) => {
  if ('open' in message) noteOpen(message.open)
  else if ('closed' in message) noteClosed(message.closed)
  else if ('abort' in message) running.get(message.abort)?.abort(interruptedError())
  else if ('ended' in message) end()
  else void run(message)
})

async function run({ job, name, input }: Extract<ToThread, { job: number }>): Promise<void> {
  const stop = new AbortController()
  running.set(job, stop)
  try {
    // The caller gives each job its own input.
    const work = jobs[name] as Jobs[keyof Jobs] as (input: unknown, signal: AbortSignal) => Promise<unknown>
    tell({ job, result: convertError(await work(input, stop.signal), sendError) })
  } catch (error) {
    tell({ job, error: sendError(error) })
  }
  running.delete(job)
}

function end(): void {
  for (const stop of running.values()) stop.abort(interruptedError())
  parentPort?.close()
}

function noteOpen(open: OpenText): void {
  byPath.set(open.path, open)
  byRealPath.set(open.realPath, open)
}

function noteClosed(path: string): void {
  byRealPath.delete(byPath.get(path)?.realPath ?? '')
  byPath.delete(path)
  versions.delete(path)
}

function tell(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function createJobs({ requestFor, worldIn }: Surroundings, openText: OpenTexts): Jobs {
  const inTurn = createTurns(mostAtOnce)
  const roots = new Map<string, ThreadRoot>()
  const worldUntil = (cwd: string, signal: AbortSignal) => worldIn(cwd, () => signal)
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
          (judged) => ({ judged, kinds: live.kinds(judged.report.issues) }),
          (error: unknown) => ({ error, kinds: new Map() }),
        )
        const [inputs, waits] = [live.inputs(), live.waits()]
        const links = waits ? new Map<string, string>() : await findLinks()
        const broken = [...inputs].flatMap((path) => (path === place.path ? [] : findBroken(path, openText)))
        return { ...answer, file: live.file, inputs, paths: live.paths(), waits, links, broken }
      }),
    changed: async (place, signal) => (await open(place, signal).live.changed()).length > 0,
    close: async ({ path, cwd }) => {
      roots.delete(JSON.stringify([path, cwd]))
      return true
    },
    fix: (toFix, signal) => fix(toFix, requestFor, worldUntil(toFix.cwd, signal)),
    examples: ({ cwd, ruleset }, signal) =>
      findExampleProblems(ruleset, requestFor([]).trustPaths, worldUntil(cwd, signal)),
  }
}

interface ThreadRoot {
  signal: AbortSignal
  readonly live: LiveCheck
  readonly findLinks: () => Promise<ReadonlyMap<string, string>>
}

function findBroken(path: string, openText: OpenTexts): readonly BrokenPart[] {
  const text = isData(path) ? openText(path)?.text : undefined
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
  { file, files: checked, rule, id, isSafe = id === undefined }: ToFix,
  requestFor: Surroundings['requestFor'],
  world: ReturnType<Surroundings['worldIn']>,
): Promise<Fixed> {
  const isOne = id !== undefined
  const accepts: FixOptions['accepts'] = async ({ alike }) =>
    alike.some(({ issue }) => findDefinitionFile(issue) === file && (!isOne || issue._id === id))
  const rules = rule === undefined ? undefined : [rule]
  const options = { rules, accepts, allowsUnsafe: !isSafe, allowsPlaceholders: isOne }
  const { files, unfixed, fixable } = await fixDefinitions(requestFor(checked), options, world)
  const isUnsafe = fixable.unsafe + fixable.placeholder > 0
  const unsafe = isOne
    ? 'its fix is not safe; run gov fix --unsafe'
    : 'its fixes are not safe; make them one at a time'
  return { files, reason: isUnsafe ? unsafe : (unfixed[0]?.reason ?? 'there is nothing to change') }
}

/** The documentation of the rules that a check uses, by their ids; read again once a file that says it has changed. */
function createLinks(request: CheckRequest, open: () => World, openTexts: OpenTexts) {
  let links: ReadonlyMap<string, string> | undefined
  let world: World | undefined
  let config = ''
  return async () => {
    const isCurrent =
      world !== undefined &&
      config === (await configStamp(request, world.cwd)) &&
      (await isAsRead(world.sources, openTexts))
    if (links !== undefined && isCurrent) return links
    world = silenceWarnings(open())
    config = await configStamp(request, world.cwd)
    links = await readLinks(request, world)
    return links
  }
}

/** None where a ruleset cannot be read: the check says so. */
async function readLinks(request: CheckRequest, world: World): Promise<ReadonlyMap<string, string>> {
  try {
    const { rulesets } = await findUsedRulesets(request, world)
    const rules = rulesets.flatMap(({ drafts }) => [...drafts.rules])
    const links = [
      ...documentRules.map(({ id }) => [id, findRulePage(id, world) ?? ''] as const),
      ...rules.map(([id, draft]) => [id, findDocumentation(draft, world) ?? ''] as const),
    ]
    return new Map(links.filter(([, url]) => /^https?:\/\//.test(url)))
  } catch (error) {
    if (error instanceof GovError) return new Map()
    throw error
  }
}
