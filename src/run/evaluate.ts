import { requestCaps } from '../gate/plan.ts'
import type { Definition } from '../model/asked.ts'
import { type Answers, askAll } from './ask.ts'
import type { OnProgress } from './ask-progress.ts'
import type { CheckPlan } from './check-plan.ts'
import type { Context } from './context.ts'
import { type LocalDefinition, readDefinitions } from './definitions/local-definition.ts'
import { refuseSplit } from './definitions/refuse-split.ts'
import { unsentFiles } from './definitions/unsent-files.ts'
import { digestOf } from './digest.ts'
import { nearCategories } from './near-categories.ts'
import { createSend } from './send.ts'

export interface PlanAnswers extends Answers {
  /** As asked, with the digest of what was sent. */
  readonly definitions: readonly Definition[]
  /** What a person should do something about. */
  readonly warnings: readonly string[]
}

/** About so few calls nothing is worth doing; from so many on, memory counts, and what reads answers is used often. */
const [fewCalls, manyCalls] = [10, 500]

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  { asked, policy, concurrency, diagnose, dashboardName, contents, openDashboard }: CheckPlan,
  { cwd, onWork }: Context,
  onProgress?: OnProgress,
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const calls = callsOf(asked)
  if (!isRemote || calls > fewCalls) onWork(isRemote && calls > manyCalls ? 'long' : 'short')
  const definitions = await readDefinitions(asked.definitions, cwd, contents)
  if (isRemote) refuseSplit(definitions)
  const dashboard = await openDashboard()
  const split = { truncated: policy.on_truncation === 'split', incomplete: diagnose }
  try {
    const send = createSend(dashboard.client, definitions)
    const answers = await askAll(asked, send, { concurrency, readsLater: isRemote, split, onProgress })
    const near = await nearCategories(answers.answers, dashboard.client)
    const warnings = [...(isRemote ? unsentFiles(definitions) : []), ...near]
    return {
      ...answers,
      warnings,
      definitions: asked.definitions.map((each) => withDigest(each, definitions)),
    }
  } finally {
    await dashboard.close()
  }
}

/** About how many calls it takes. */
function callsOf({ api_ids, selector }: CheckPlan['asked']): number {
  const pieces = 'ruleset_ids' in selector ? selector.ruleset_ids.length / requestCaps.ruleset_ids : 1
  return (api_ids.length / requestCaps.api_ids) * Math.max(1, pieces)
}

function withDigest(definition: Definition, read: ReadonlyMap<string, LocalDefinition>): Definition {
  const local = read.get(definition.file)
  return local ? { ...definition, digest: digestOf(local.bytes) } : definition
}
