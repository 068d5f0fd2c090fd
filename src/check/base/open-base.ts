import { readFileSync } from 'node:fs'
import { baseName } from '../../core/model/base.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { getValue } from '../../core/model/record.ts'
import { exactJson } from '../../core/text/json.ts'
import { isUrl } from '../../core/text/url.ts'
import { withRecords } from '../evaluation/evaluator.ts'
import type { GitRef } from '../git/find-commit.ts'
import { allCiSystems, ciSystems, matchesJob } from '../plan/ci-systems.ts'
import { exists, resolveRealPath } from '../sources/exists.ts'
import { createParsedParts } from '../sources/parsed-parts.ts'
import { createSources } from '../sources/sources.ts'
import type { CheckPlan } from '../types.ts'
import type { Env, World } from '../world.ts'
import type { Base } from './base.ts'
import { openGitBase } from './open-git-base.ts'

/** Opens `--base`: `auto`, `saved`, a file or a git ref. Undefined where `auto` runs in a job without a pull request. Throws GovError. */
export async function openBase(
  name: string,
  plan: CheckPlan,
  world: World,
  looksForRemoved: boolean,
): Promise<Base | undefined> {
  refuseSaved(plan)
  if (name.trim() === '')
    throw usageError('base-empty', '--base is empty', 'Pass a git ref, such as origin/main.')
  const ref = name === 'auto' ? findJobBase(world) : undefined
  if (name === 'auto' && ref === undefined) return undefined
  const base = await (ref
    ? openGitBase(ref, plan, world, looksForRemoved)
    : openNamed(name, plan, world, looksForRemoved))
  if (base.isHead) reportNothingNew(base, name, ref, world)
  const parts = createParsedParts(maxKept)
  for (const sources of [world.sources, base.sources]) {
    sources.keepParsed(maxKept)
    sources.shareParts(parts)
  }
  return base
}

/**
 * Where HEAD is the base, nothing is new: right after a merge a warning, in a pull request of GitHub an error, also if the job
 * edited files, which says nothing of what it checked out.
 */
function reportNothingNew(base: Base, name: string, job: JobBase | undefined, { observe }: World): void {
  const what = `--base ${name}: ${baseName(base)} is what is checked out`
  if (job?.hintAtHead !== undefined)
    throw usageError('base-auto', `${what}, so that nothing is new`, job.hintAtHead)
  if (base.isUnedited) observe.warning(`${what}, unedited, so nothing in it is new`)
  else if (job) observe.warning(`${what}, so that only what this job edited can be new`)
}

function openNamed(name: string, plan: CheckPlan, world: World, looksForRemoved: boolean): Promise<Base> {
  if (name === 'saved') return openSavedBase(plan, world)
  if (isUrl(name) || /\.(json|ya?ml)$/i.test(name)) return openFileBase(name, plan, world)
  return openGitBase({ name, ref: name }, plan, world, looksForRemoved)
}

/** Each definition is looked at three times: to survey it, to place its issues, and to compare. */
const maxKept = 32 * 1024 * 1024

function refuseSaved({ targets: { asked } }: CheckPlan): void {
  const [id] = asked.api_ids
  if (id === undefined) return
  const message = `--base compares local definitions, and the API ${id} is on the dashboard`
  throw usageError('base-saved-api', message, 'Check it in a run of its own, without --base.')
}

async function openFileBase(name: string, { targets: { whole } }: CheckPlan, world: World): Promise<Base> {
  const { cwd } = world
  if (!isUrl(name) && !(await exists(cwd, name))) throw noBaseFileError(name)
  const [definition, second] = whole.definitions
  if (definition === undefined || second !== undefined) {
    const message = `--base ${name} is one file, and the run checks ${whole.definitions.length} definitions`
    throw usageError('base-file-shared', message, 'Pass one definition, or a git ref as the base.')
  }
  if ((await resolveRealPath(cwd, name)) === (await resolveRealPath(cwd, definition.file))) {
    const message = `--base ${name} is the definition itself`
    throw usageError('base-itself', message, 'Pass an earlier version of it.')
  }
  const sources = createSources(cwd, undefined, world.sources.remote)
  await sources.read(name, 'definition')
  // The base is an input, which no report may replace.
  if (!isUrl(name)) await world.sources.note(name)
  return { kind: 'file', name, sources, files: new Map([[definition.file, name]]), removed: [], unread: [] }
}

function noBaseFileError(name: string): Error {
  const [, ref] = /^([^:]{2,}):./s.exec(name) ?? []
  const hint =
    ref === undefined
      ? 'Pass an earlier version of the definition, or a git ref such as origin/main.'
      : `A file in git is found by its own name: pass the ref alone, --base ${ref}.`
  return usageError('base-file-not-found', `the base ${name} does not exist`, hint)
}

/** The APIs that the dashboard holds under the ids of the definitions. Throws GovError: usage, or what the dashboard says. */
async function openSavedBase(plan: CheckPlan, world: World): Promise<Base> {
  const { rulesetDigests, asked } = plan.targets
  if (rulesetDigests !== undefined)
    throw usageError(
      'base-without-dashboard',
      '--base saved needs a dashboard, and local rulesets need none',
      'Run rulesets of the dashboard (--ruleset-id, --category), or pass a git ref.',
    )
  const ids = asked.definitions.map(({ file, api_id }) => {
    if (api_id !== undefined) return { file, api_id }
    const hint = 'Give it one in the config: definitions: [{ file: openapi.yaml, api_id: pay }].'
    throw usageError('base-without-id', `--base saved needs the api_id of ${file}`, hint)
  })
  const contents = new Map<string, Uint8Array>()
  const files = new Map<string, string>()
  await withRecords(plan.connection, world, async (records) => {
    for (const { file, api_id } of ids) {
      const { oas } = await records.getApi(api_id)
      if (!oas) {
        const message = `the dashboard has no OpenAPI document for API ${api_id}, so that ${file} cannot be compared with it`
        throw new GovError('incomplete', 'base-unusable', message, 'Omit --base to count every issue.')
      }
      const name = `${api_id}.json`
      contents.set(name, new TextEncoder().encode(exactJson(oas)))
      files.set(file, name)
    }
  })
  const sources = createSources(world.cwd, contents, world.sources.remote)
  return { kind: 'saved', name: 'saved', sources, files, removed: [], unread: [] }
}

/** The base of a pull request. */
interface JobBase extends GitRef {
  /** A hint for the error that it is what the job checked out, if that is one. */
  readonly hintAtHead?: string | undefined
}

const supportedSystems = allCiSystems.filter(({ targets }) => targets !== undefined)

/** The base of a CI job's pull request; undefined in a job for none, such as a push. Throws GovError, usage, where it is unclear. */
function findJobBase({ env, observe }: World): JobBase | undefined {
  const [system, second] = supportedSystems.filter((candidate) => matchesJob(candidate, env))
  if (system === undefined) {
    const names = supportedSystems.map(({ title }) => title).join(', ')
    const hint = `It supports ${names}. Elsewhere, pass a ref: --base origin/main.`
    throw baseRefusedError('found no CI job in the environment', hint)
  }
  if (second !== undefined)
    throw baseRefusedError(`found two CI systems: ${system.job} and ${second.job} are both set`)
  const { GITHUB_EVENT_NAME: event = '' } = env
  const hintAtHead = system === ciSystems.github ? (hintsAtHead.get(event) ?? otherEvent) : undefined
  if (hintAtHead && event === 'merge_group') return { ...findQueueBase(env), hintAtHead }
  const target = system.targets?.find(({ variable }) => env[variable])
  if (target === undefined) {
    const change = system.title === 'GitLab' ? 'merge request' : 'pull request'
    observe.warning(`--base auto: this ${system.title} job is not for a ${change}, so every issue counts`)
    return undefined
  }
  const value = env[target.variable] ?? ''
  if (target.is === 'commit') return { name: value, ref: value, hintAtHead }
  const name = `origin/${value.replace(/^refs\/heads\//, '')}`
  return { name, ref: `refs/remotes/${name}`, hintAtHead }
}

/** Keyed by the event of GitHub; every other event has `otherEvent`. */
const hintsAtHead: ReadonlyMap<string, string> = new Map([
  [
    'pull_request',
    'If it is merged already (types: [closed], or a job that is run again), run gov without --base. If not, omit ref from actions/checkout.',
  ],
  ['merge_group', 'Check out the merge group: actions/checkout does, without ref.'],
])
const otherEvent = 'Check out the pull request: on: pull_request does, and on: pull_request_target does not.'

/** No variable has the target of a merge queue: its event names the commit that the group is merged onto, with what is before it. */
function findQueueBase({ GITHUB_EVENT_PATH: file = '' }: Env): GitRef {
  const sha = readQueueCommit(file)
  if (typeof sha === 'string' && /^[0-9a-f]{40,64}$/.test(sha)) return { name: sha, ref: sha }
  throw unknownQueueError(`${file} names no commit as merge_group.base_sha`)
}

function readQueueCommit(file: string): unknown {
  try {
    const event: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return getValue(event, ['merge_group', 'base_sha'])
  } catch (error) {
    throw unknownQueueError(`GITHUB_EVENT_PATH cannot be read: ${readMessage(error)}`)
  }
}

function unknownQueueError(why: string): Error {
  return baseRefusedError(`cannot tell what the merge queue merges onto: ${why}`)
}

function baseRefusedError(message: string, hint = 'Pass a ref: --base origin/main.'): Error {
  return usageError('base-auto', `--base auto ${message}`, hint)
}
