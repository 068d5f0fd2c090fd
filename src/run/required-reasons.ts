import { resolve } from 'node:path'
import { exitCodes } from '../model/errors.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Reason } from '../model/outcome.ts'
import type { CheckPlan } from './check-plan.ts'

/**
 * What the policy requires to be checked and the run does not: a change under review that takes an API or a ruleset out of
 * the config would weaken the gate. A ruleset also counts when a category ran it. An id means nothing on a dashboard that
 * the change itself chooses, nor does the name of a local ruleset that it brings along.
 */
export function requiredReasons(
  { required, whole, dashboardName, dashboardOrigin, policyFile, rulesetDigests }: CheckPlan,
  { rulesets }: Pick<Evaluation, 'rulesets'>,
  cwd: string,
): Reason[] {
  const { selector } = whole
  const ran = rulesets.map(({ id }) => id)
  const asked = 'ruleset_ids' in selector ? selector.ruleset_ids : ran
  const files = whole.definitions.map(({ file }) => resolve(cwd, file))
  const missing = [
    ...without(required.api_ids, whole.api_ids).map((id) => `API ${id}`),
    ...(required.definitions ?? [])
      .filter((file) => !files.includes(resolve(cwd, file)))
      .map((file) => `definition ${file}`),
    ...without(required.ruleset_ids, asked).map((id) => `ruleset ${id}`),
    ...without(required.categories, 'categories' in selector ? selector.categories : []).map(
      (name) => `category ${name}`,
    ),
  ]
  const url = required.dashboard
  const elsewhere = url !== undefined && trimmed(url) !== trimmed(dashboardName)
  const byId = [required.api_ids, required.ruleset_ids, required.categories].some((ids) => ids !== undefined)
  const chosen = byId && dashboardOrigin?.source === 'file' ? dashboardOrigin.place : undefined
  const unpinned = chosen !== undefined && (url === undefined || rulesetDigests !== undefined)
  const remedy =
    rulesetDigests === undefined
      ? 'name require.dashboard there, or set GOV_URL'
      : 'name the local rulesets with --ruleset-file'
  return [
    ...(elsewhere ? [`${dashboardName} was asked, and the policy of ${policyFile} requires ${url}`] : []),
    ...(unpinned
      ? [
          `the config chooses who is asked (${chosen}), and the policy of ${policyFile} requires ids: ${remedy}`,
        ]
      : []),
    ...missing.map(
      (name) => `${name} is not part of this check, and the policy of ${policyFile} requires it`,
    ),
  ].map((message) => ({ passed: false, exit_code: exitCodes.incomplete, rule: 'require', message }))
}

function without(required: readonly string[] = [], there: readonly string[]): string[] {
  return required.filter((name) => !there.includes(name))
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}
