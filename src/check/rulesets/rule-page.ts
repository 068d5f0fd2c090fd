import { oasDocumentation } from '../../engine/ruleset/builtin-names.ts'
import { isInherited, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import type { World } from '../world.ts'

/** Where the site of the docs is published, with a slash at its end; undefined: nowhere yet. */
const siteAddress: string | undefined = undefined

/** The page of a rule that comes with gov; undefined while the site has no address. */
export function findRulePage(
  rule: string,
  { site = siteAddress }: Pick<World, 'site'> = {},
): string | undefined {
  return site === undefined ? undefined : `${site}rules/${encodeURI(rule)}.html`
}

/** The address that a ruleset gives its rule, else the rule's page; a page is before what `spectral:oas` refers to. */
export function findDocumentation(draft: ParsedRule, world: Pick<World, 'site'>): string | undefined {
  const { id, documentationUrl } = draft
  const isOwn = documentationUrl !== undefined && documentationUrl !== `${oasDocumentation}#${id}`
  return isOwn || !isInherited(draft) ? documentationUrl : (findRulePage(id, world) ?? documentationUrl)
}
