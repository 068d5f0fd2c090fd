import { namesInPages } from '../dashboard/names-in-pages.ts'
import type { Answer } from '../gate/answer.ts'
import { unrunOf } from '../gate/decide/selected.ts'
import { survivable, usageError } from '../model/errors.ts'
import { fold } from '../text/fold.ts'
import { suggest } from '../text/suggest.ts'
import type { Records } from './evaluators/evaluator.ts'

type Lists = Pick<Records, 'listRulesets' | 'listApiCategories'>
/** Opened only where something is to be looked up. */
type OpenRecords = () => Promise<Lists & Pick<Records, 'getRuleset'>>

/** What the dashboard knows about what was selected and ran nothing: a warning each. Throws GovError, usage, for an internal id. */
export async function unrunWarnings(
  answers: readonly Answer[],
  records: OpenRecords,
): Promise<readonly string[]> {
  const { ruleset_ids, categories } = unrunOf(answers)
  await refuseInternalIds(ruleset_ids, answers, records)
  return categories.length === 0 ? [] : nearCategories(categories, await records())
}

/**
 * A warning for each category that is near to a known one: the service takes an unknown category for one that has no
 * rulesets. Where the categories cannot be had, nothing is said.
 */
async function nearCategories(categories: readonly string[], lists: Lists): Promise<readonly string[]> {
  const known = await knownCategories(lists)
  const names = new Set(known.map(fold))
  return categories.flatMap((name) => {
    const near = names.has(fold(name)) ? undefined : suggest(name, known)
    return near === undefined ? [] : `category ${name} ran no rulesets; did you mean ${near}?`
  })
}

/** Categories of active rulesets; where the user may not read rulesets, those of APIs, which rulesets can have. */
async function knownCategories({ listRulesets, listApiCategories }: Lists): Promise<readonly string[]> {
  const ofRulesets = namesInPages(listRulesets(), ({ rulesets }) =>
    rulesets?.filter(({ active }) => active !== false).flatMap(({ categories }) => categories ?? []),
  )
  const ofApis = async () => (await listApiCategories()).categories?.map(({ name }) => name)
  return (await ofRulesets.catch(unlessSilent).then((names) => names ?? ofApis().catch(noNames))) ?? []
}

/** Undefined where the dashboard refuses; none where it gives no answer, and would be waited for twice. */
function unlessSilent(error: unknown): readonly string[] | undefined {
  return survivable(error).kind === 'unavailable' ? [] : undefined
}

function noNames(error: unknown): undefined {
  survivable(error)
}

/** What a dashboard keeps a record under; the ids of rulesets are chosen by people, and seldom look so. */
const internalId = /^[0-9a-f]{24}$/i

/**
 * Throws GovError, usage, for a ruleset that was requested by its internal id: a dashboard runs it under its other id, so
 * that it would count as not run. Where the ruleset cannot be looked up, nothing is said.
 */
async function refuseInternalIds(
  ids: readonly string[],
  answers: readonly Answer[],
  records: OpenRecords,
): Promise<void> {
  const ran = new Set(answers.flatMap(({ evaluation }) => evaluation.rulesets.map(({ id }) => id)))
  for (const id of ids.filter((each) => internalId.test(each))) {
    const found = await (await records()).getRuleset(id).catch(() => undefined)
    if (found === undefined || !ran.has(found.ruleset_id)) continue
    throw usageError(
      'ruleset-internal-id',
      `${id} is the internal id of the ruleset ${found.ruleset_id}, which results do not carry`,
      `Select the ruleset by its id: ${found.ruleset_id}.`,
    )
  }
}
