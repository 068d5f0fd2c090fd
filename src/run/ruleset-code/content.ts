import type { RulesetRequest, SavedRuleset } from '../../contract/rulesets.ts'
import { parseDocument } from '../../document/document.ts'
import { canonical } from '../../text/canonical.ts'
import { digestOf } from '../../text/digest.ts'
import { exactJson } from '../../text/exact-json.ts'

/** What can be pushed of a ruleset. `rules` is its definition, parsed. */
export interface RulesetContent {
  readonly ruleset_id: string
  readonly name: string
  readonly description: string
  readonly active: boolean
  readonly action: string
  readonly resource_type: string
  readonly categories: readonly string[]
  readonly rules: unknown
}

/** A ruleset as a dashboard has it. A definition that is not JSON is its text. */
export function contentOf(saved: SavedRuleset): RulesetContent {
  const { ruleset_id, name = '', description = '', active = false, categories, definition = '' } = saved
  const { action = 'none', resource_type = 'oas-api' } = saved
  const facts = { ruleset_id, name, description, active, action, resource_type }
  return { ...facts, categories: categories ?? [], rules: parsed(definition) }
}

function parsed(definition: string): unknown {
  try {
    return parseDocument(definition, 'json').value
  } catch {
    return definition
  }
}

export function requestOf(content: RulesetContent): RulesetRequest {
  const { rules, categories } = content
  return { ...factsOf(content), categories: [...categories], definition: exactJson(rules) }
}

function factsOf({ ruleset_id, name, description, active, action, resource_type }: RulesetContent) {
  return { ruleset_id, name, description, active, action, resource_type }
}

/** The same for two that mean the same: the order of keys and of categories, and their letter case, do not count. */
export function contentDigest(content: RulesetContent): string {
  const { rules, categories } = content
  return digestOf(
    exactJson(canonical({ ...factsOf(content), rules, categories: foldedCategories(categories) })),
  )
}

export function foldedCategories(categories: readonly string[]): readonly string[] {
  const folded = categories.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
  return [...new Set(folded)].sort()
}
