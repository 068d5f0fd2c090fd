import { readFileSync } from 'node:fs'
import { usageError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { readMessage } from '../../core/model/system-error.ts'
import { allCiSystems, ciSystems, matchesJob } from '../ci-systems.ts'
import type { Env } from '../world.ts'
import type { GitRef } from './git-ref.ts'

/** The base of a pull request. */
export interface JobBase extends GitRef {
  /** What helps where it is what the job checked out, if that is an error. */
  readonly hintAtHead?: string | undefined
}

const known = allCiSystems.filter(({ targets }) => targets !== undefined)

/**
 * The base of the pull request that a CI job is for; undefined in a job that is for none, such as that of a push. Throws
 * GovError, usage, where the environment does not tell.
 */
export function autoBase(env: Env): JobBase | { readonly system: string } {
  const [found, other] = known.filter((system) => matchesJob(system, env))
  if (found === undefined) {
    const names = known.map(({ title }) => title).join(', ')
    throw refusal(
      'found no CI job in the environment',
      `It supports ${names}. Elsewhere, pass a ref: --base origin/main.`,
    )
  }
  if (other !== undefined) {
    throw refusal(`found two CI systems: ${found.job} and ${other.job} are both set`)
  }
  const { title: system, targets = [] } = found
  const { GITHUB_EVENT_NAME: event = '' } = env
  const hintAtHead = found === ciSystems.github ? (hintsAtHead.get(event) ?? otherEvent) : undefined
  if (hintAtHead && event === 'merge_group') return { ...queueBase(env), hintAtHead }
  const target = targets.find(({ variable }) => env[variable])
  if (target === undefined) return { system }
  const name = env[target.variable] ?? ''
  if (target.is === 'commit') return { name, ref: name, hintAtHead }
  const shown = `origin/${name.replace(/^refs\/heads\//, '')}`
  return { name: shown, ref: `refs/remotes/${shown}`, hintAtHead }
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

/**
 * A merge queue has no variable for its target: the event names the commit that the group is merged onto, with what is
 * before it in the queue.
 */
function queueBase({ GITHUB_EVENT_PATH: file = '' }: Env): GitRef {
  const sha = queueCommit(file)
  if (typeof sha === 'string' && /^[0-9a-f]{40,64}$/.test(sha)) return { name: sha, ref: sha }
  throw unknownQueue(`${file} names no commit as merge_group.base_sha`)
}

function queueCommit(file: string): unknown {
  try {
    const event: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const group = isRecord(event) ? event.merge_group : undefined
    return isRecord(group) ? group.base_sha : undefined
  } catch (error) {
    throw unknownQueue(`GITHUB_EVENT_PATH cannot be read: ${readMessage(error)}`)
  }
}

function unknownQueue(why: string): Error {
  return refusal(`cannot tell what the merge queue merges onto: ${why}`)
}

function refusal(message: string, hint = 'Pass a ref: --base origin/main.'): Error {
  return usageError('base-auto', `--base auto ${message}`, hint)
}
