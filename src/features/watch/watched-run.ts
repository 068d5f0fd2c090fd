import { relative, resolve } from 'node:path'
import { describeRun, runPlan } from '../../check/carry-out.ts'
import { configPlaces, discoverConfig } from '../../check/config/discover.ts'
import { createAnswerMemory } from '../../check/evaluation/answer-memory.ts'
import type { Judged } from '../../check/judge.ts'
import { isUnmetAsPlanned, planCheck } from '../../check/plan/plan-check.ts'
import { findChangedNames } from '../../check/sources/local-definition.ts'
import { noFile, type Stamp } from '../../check/sources/source-reader.ts'
import { createSources, type Sources } from '../../check/sources/sources.ts'
import type { CheckPlan, CheckRequest } from '../../check/types.ts'
import { today, type World } from '../../check/world.ts'
import { looksForBreaking } from '../../core/model/breaking.ts'
import { usageError } from '../../core/model/errors.ts'
import { createEmptyRun } from '../../core/model/failure.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { once } from '../../core/model/once.ts'
import { findChangedMatches, findChangedPaths, folderStamp, stampNow } from './watch-folders.ts'

/** A check that is made again and again, and knows which files it depends on. */
export interface WatchedRun {
  /** Throws GovError. Files read before the error are watched too. */
  check(): Promise<Judged>
  /** True once a plan was made. */
  isPlanned(): boolean
  /** Absolute; also of files that are not there, and count once they are. */
  paths(): readonly string[]
  /** Absolute paths that the last check read: definitions, files they refer to, and the baseline. */
  inputs(): ReadonlySet<string>
  /** Whether a check waits for a dashboard. */
  waits(): boolean
  /** The number of watched files that exist. */
  present(): number
  /** Files changed since the last check, named as in messages. */
  changed(): Promise<readonly string[]>
}

/** The files and globs that a plan depends on: if one changes, the check is planned again. */
interface Basis {
  /** The path of the config, or the reason why none was found. */
  readonly config: string
  /** Stamps of the config, the policy and the rulesets. */
  readonly files: ReadonlyMap<string, Stamp>
  /** The globs of definitions, and what they matched. */
  readonly searches: ReadonlyMap<string, readonly string[]>
  /** The definitions as they were typed or found, and their names. */
  readonly names: ReadonlyMap<string, string>
  readonly workspace: string | undefined
  readonly workspaceStamp: Stamp
}

/** Replaces how files are read, for callers such as the language server that check unsaved text. */
export interface WatchedTexts {
  readonly open: () => Sources
  /** The stamp that `open` would give the file. */
  readonly stamp: (path: string) => Promise<Stamp>
  /** Throws GovError for a plan that cannot be watched. */
  readonly accept: (plan: CheckPlan) => void
  /** For the issues of all checks by one plan. */
  readonly marks?: CheckPlan['connection']['marks']
}

export function createWatchedRun(
  request: CheckRequest,
  world: World,
  { open, stamp, accept, marks }: WatchedTexts = {
    open: () => createSources(world.cwd),
    stamp: stampNow,
    accept: refuseUnwatchable,
  },
): WatchedRun {
  const { cwd } = world
  const isNearest = request.config === 'nearest'
  const findConfig = async () => (isNearest ? ((await discoverConfig(cwd).catch(readMessage)) ?? '') : '')
  let plan: CheckPlan | undefined
  let basis: Basis | undefined
  /** Stamps of the definitions, what they refer to, and the baseline. */
  let inputs: ReadonlyMap<string, Stamp> = new Map()

  const makePlan = async (): Promise<CheckPlan> => {
    plan = undefined
    inputs = new Map()
    const config = await findConfig()
    const configStamp = config === '' ? noFile : await stampNow(config)
    const sources = createSources(cwd)
    let workspace: string | undefined
    try {
      const made = await planCheck(request, { ...world, sources })
      accept(made)
      const { connection } = made
      workspace = connection.workspace === undefined ? undefined : resolve(cwd, connection.workspace)
      const memory = createAnswerMemory(() => today(world.now()))
      plan = { ...made, connection: { ...connection, memory, marks: marks && once(marks) } }
      return plan
    } finally {
      const files = new Map([...sources.stamps, ...(config === '' ? [] : [[config, configStamp] as const])])
      const { searches, names } = sources
      basis = { config, files, searches, names, workspace, workspaceStamp: await stampWorkspace(workspace) }
    }
  }

  /** The policy file, if other files now meet its requirements, or no longer do. */
  const findChangedPolicy = async (): Promise<readonly string[]> => {
    const { policyFile } = plan?.judgement ?? {}
    if (plan === undefined || policyFile === undefined || (await isUnmetAsPlanned(plan, world))) return []
    return [resolve(cwd, policyFile)]
  }

  /** Paths whose state is no longer that of the plan. */
  const findChangedBasis = async (): Promise<readonly string[]> => {
    if (basis === undefined) return []
    const { config, files, searches, names, workspace, workspaceStamp } = basis
    const found = await findConfig()
    const isOther = (await stampWorkspace(workspace)) !== workspaceStamp
    return [
      ...(found === config ? [] : [config || found]),
      ...(await findChangedPaths(files)),
      ...(await findChangedMatches(searches, cwd)),
      ...(await findChangedNames(names, createSources(cwd))),
      ...(isOther && workspace !== undefined ? [workspace] : []),
      ...(await findChangedPolicy()),
    ]
  }

  return {
    check: async () => {
      const stale = plan === undefined || (await findChangedBasis()).length > 0
      const current = stale || plan === undefined ? await makePlan() : plan
      const sources = open()
      const run = describeRun(current, createEmptyRun(world.now(), world.version))
      return runPlan(current, run, { ...world, sources }).finally(() => {
        inputs = sources.stamps
      })
    },
    isPlanned: () => plan !== undefined,
    paths: () => [
      ...(isNearest ? configPlaces.map((place) => resolve(cwd, place)) : []),
      ...(basis?.files.keys() ?? []),
      ...(basis?.workspace === undefined ? [] : [basis.workspace]),
      ...[...(basis?.names.keys() ?? [])].map((file) => resolve(cwd, file)),
      ...inputs.keys(),
    ],
    inputs: () => new Set(inputs.keys()),
    waits: () => plan?.connection.capabilities.waits === true,
    present: () => {
      const there = [...(basis?.files ?? []), ...inputs].filter(([, stamp]) => stamp !== noFile)
      return new Set([...there.map(([path]) => path), ...(basis?.workspace ? [basis.workspace] : [])]).size
    },
    changed: async () => {
      const paths = new Set([...(await findChangedBasis()), ...(await findChangedPaths(inputs, stamp))])
      return [...paths].map((path) => relative(cwd, path) || '.')
    },
  }
}

async function stampWorkspace(workspace: string | undefined): Promise<Stamp> {
  return workspace === undefined ? noFile : folderStamp(workspace)
}

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
function refuseUnwatchable({ targets: { asked }, judgement: { policy }, connection }: CheckPlan): void {
  if (asked.definitions.length === 0)
    throw usageError(
      'watch-nothing',
      '--watch needs a local definition, but only saved APIs are configured',
      'Pass the file with --definition, or add it to definitions in the config.',
    )
  if (looksForBreaking(policy))
    throw usageError(
      'watch-breaking',
      `policy.breaking is ${policy.breaking}, and --watch compares with no base`,
      'Pass --breaking off, or run gov check --base without --watch.',
    )
  if (!connection.capabilities.waits) return
  const message = `--watch needs the embedded sandbox, but the dashboard is ${connection.name}`
  const hint = 'Pass local rulesets with --ruleset-file, or --url embedded with a workspace.'
  throw usageError('watch-elsewhere', message, hint)
}
