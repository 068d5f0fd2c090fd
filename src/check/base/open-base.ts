import type { Definition } from '../../core/model/asked.ts'
import { baseName } from '../../core/model/base.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import type { KnownAtBase } from '../../gate/excuse/known.ts'
import type { CheckPlan } from '../check-plan.ts'
import { exists, resolveRealPath } from '../exists.ts'
import { createSources } from '../sources.ts'
import type { World } from '../world.ts'
import { autoBase, type JobBase } from './auto-base.ts'
import { compareWithBase } from './compare-with-base.ts'
import type { Base, BasedRun } from './evaluate-base.ts'
import { openGitBase } from './open-git-base.ts'
import { openSavedBase } from './open-saved-base.ts'

/** Which of a run's issues were there before. Throws GovError: incomplete where the base cannot be evaluated. */
export type CompareWithBase = (
  merged: Evaluation,
  definitions: readonly Definition[],
  run: Omit<BasedRun, 'base'>,
) => Promise<KnownAtBase>

/** Opens what `--base` names for a comparison, which `openBase` describes. */
export async function openComparison(
  name: string,
  plan: CheckPlan,
  world: World,
): Promise<CompareWithBase | undefined> {
  const base = await openBase(name, plan, world)
  return base && ((merged, definitions, run) => compareWithBase(merged, definitions, { ...run, base }))
}

/**
 * What `--base` names: `auto`, `saved`, a JSON or YAML file, or else a git ref. Undefined in a job of `auto` that is for no
 * pull request: there, every issue counts. Throws GovError.
 */
async function openBase(name: string, plan: CheckPlan, world: World): Promise<Base | undefined> {
  refuseSaved(plan)
  if (name.trim() === '')
    throw usageError('base-empty', '--base is empty', 'Pass a git ref, such as origin/main.')
  const ref = name === 'auto' ? refOfJob(world) : undefined
  if (name === 'auto' && ref === undefined) return undefined
  const base = await (ref ? openGitBase(ref, plan, world) : openNamed(name, plan, world))
  if (base.isHead) nothingSince(base, name, ref, world)
  for (const each of [world.sources, base.sources]) each.keepParsed(maxKept)
  return base
}

/**
 * Nothing can be new then: right after a merge, but not in a pull request of GitHub, which has commits. A job edits files
 * (a lock file, a version) that say nothing of what it checked out.
 */
function nothingSince(base: Base, name: string, job: JobBase | undefined, { observe }: World): void {
  const what = `--base ${name}: ${baseName(base)} is what is checked out`
  if (job?.hintAtHead !== undefined)
    throw usageError('base-auto', `${what}, so that nothing is new`, job.hintAtHead)
  if (base.isUnedited) observe.warning(`${what}, unedited, so nothing in it is new`)
  else if (job) observe.warning(`${what}, so that only what this job edited can be new`)
}

function refOfJob({ env, observe }: World): JobBase | undefined {
  const found = autoBase(env)
  if ('ref' in found) return found
  const change = found.system === 'GitLab' ? 'merge request' : 'pull request'
  observe.warning(`--base auto: this ${found.system} job is not for a ${change}, so every issue counts`)
  return undefined
}

function openNamed(name: string, plan: CheckPlan, world: World): Promise<Base> {
  if (name === 'saved') return openSavedBase(plan, world)
  if (/\.(json|ya?ml)$/i.test(name)) return openFileBase(name, plan, world)
  return openGitBase({ name, ref: name }, plan, world)
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
  if (!(await exists(cwd, name))) throw noFile(name)
  const [definition, other] = whole.definitions
  if (definition === undefined || other !== undefined) {
    const message = `--base ${name} is one file, and the run checks ${whole.definitions.length} definitions`
    throw usageError('base-file-shared', message, 'Pass one definition, or a git ref as the base.')
  }
  if ((await resolveRealPath(cwd, name)) === (await resolveRealPath(cwd, definition.file))) {
    const message = `--base ${name} is the definition itself`
    throw usageError('base-itself', message, 'Pass an earlier version of it.')
  }
  const sources = createSources(cwd)
  await sources.read(name, 'definition')
  // No report replaces it.
  await world.sources.note(name)
  return { kind: 'file', name, sources, files: new Map([[definition.file, name]]), removed: [], unread: [] }
}

function noFile(name: string): Error {
  const [, ref] = /^([^:]{2,}):./s.exec(name) ?? []
  const hint =
    ref === undefined
      ? 'Pass an earlier version of the definition, or a git ref such as origin/main.'
      : `A file in git is found by its own name: pass the ref alone, --base ${ref}.`
  return usageError('base-file-not-found', `the base ${name} does not exist`, hint)
}
