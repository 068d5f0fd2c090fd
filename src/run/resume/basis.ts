import { resolve } from 'node:path'
import type { Definition } from '../../model/asked.ts'
import { digestOf } from '../../text/digest.ts'
import type { CheckPlan } from '../check-plan.ts'
import { fileDigest } from '../folder-digest.ts'
import type { World } from '../world.ts'

/** A digest of each thing that decides a run against a dashboard, by its name; `definitions` have theirs. */
export async function basisOf(
  plan: CheckPlan,
  definitions: readonly Definition[],
  { cwd, version }: Pick<World, 'cwd' | 'version'>,
): Promise<Readonly<Record<string, string>>> {
  const { asked, diagnose, dashboardName, policy, policyFile, required, waivers } = plan
  const { baseline, strictBaseline } = plan
  const content = baseline === undefined ? undefined : await fileDigest(resolve(cwd, baseline))
  const parts: Readonly<Record<string, unknown>> = {
    'the dashboard': dashboardName,
    'what is asked for': [asked, diagnose],
    'the definitions': definitions,
    'the policy': [policy, policyFile, required],
    'the waivers': waivers,
    'the baseline': [baseline, content, strictBaseline],
    'the version of gov': version,
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, digestOf(JSON.stringify(part))] as const),
  )
}
