import type { DashboardClient } from '../dashboard/client.ts'
import { namesInPages } from '../dashboard/names-in-pages.ts'
import type { Answer } from '../gate/answer.ts'
import { unrunOf } from '../gate/decide/selected.ts'
import { survivable } from '../model/errors.ts'
import { foldCategory } from '../text/fold-category.ts'
import { suggest } from '../text/suggest.ts'

type Lists = Pick<DashboardClient, 'listRulesets' | 'listApiCategories'>

/**
 * A warning for each category that ran nothing anywhere and is near to a known one: the service takes
 * an unknown category for one that has no rulesets. Categories are looked up only then; where they cannot be had,
 * nothing is said.
 */
export async function nearCategories(answers: readonly Answer[], lists: Lists): Promise<readonly string[]> {
  const { categories } = unrunOf(answers)
  if (categories.length === 0) return []
  const known = await knownCategories(lists)
  const names = new Set(known.map(foldCategory))
  return categories.flatMap((name) => {
    const near = names.has(foldCategory(name)) ? undefined : suggest(name, known)
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
