import { toFix } from '../../fix/declared.ts'
import type { Fix, Fixes } from '../../fix/fix.ts'
import { builtinFixes } from '../../fix/rules/index.ts'
import { GovError } from '../../model/errors.ts'
import type { CheckRequest } from '../check-request.ts'
import { dashboardDrafts, fileDrafts, type KnownRuleset } from '../explain/explain-rulesets.ts'
import { readSettings } from '../read-settings.ts'
import type { World } from '../world.ts'

/**
 * The fixes of the rules of a check: those that its rulesets declare come before those that come with gov. What a
 * dashboard sends over a network declares none.
 */
export async function fixesOf(request: CheckRequest, world: World): Promise<Fixes> {
  const fixes = new Map<string, readonly Fix[]>(builtinFixes)
  for (const { drafts } of await rulesetsOf(request, world))
    for (const { id, fix } of drafts.rules.values())
      if (fix) fixes.set(id, [toFix(fix), ...(fixes.get(id) ?? [])])
  return fixes
}

/** The check has read them already: what keeps them from being read here is worth no more than a warning. */
async function rulesetsOf(request: CheckRequest, world: World): Promise<readonly KnownRuleset[]> {
  const silent = { ...world.observe, warning: () => {}, note: () => {} }
  const { settings } = await readSettings(request, { ...world, observe: silent })
  try {
    const files = settings.ruleset_files?.value
    if (files) return await fileDrafts(files, world.sources, request.trustPaths)
    if (settings['dashboard.url']?.value !== 'embedded') return []
    return (await dashboardDrafts(settings, request, world)).rulesets
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    world.observe.warning(`fixes that the rulesets declare are not made: ${error.message}`)
    return []
  }
}
