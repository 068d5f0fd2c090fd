import { parseIfValid } from '../../../check/sources/openapi-text.ts'
import { GovError } from '../../../core/model/errors.ts'
import { isRecord } from '../../../core/model/record.ts'
import { computeDigest } from '../../../core/text/digest.ts'
import { exactJson, sortKeys } from '../../../core/text/json.ts'
import type { DashboardClient } from '../../../dashboard/client.ts'
import type { RulesetRequest, SavedRuleset } from '../../../dashboard/contract/rulesets.ts'

/** The parts of a ruleset that can be pushed. `rules` is the parsed definition. */
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
function pickContent(saved: SavedRuleset): RulesetContent {
  const { ruleset_id, name = '', description = '', active = false, categories, definition = '' } = saved
  const { action = 'none', resource_type = 'oas-api' } = saved
  const facts = { ruleset_id, name, description, active, action, resource_type }
  const rules = parseIfValid(definition, 'json')
  return { ...facts, categories: categories ?? [], rules: rules === undefined ? definition : rules }
}

export function createRulesetRequest(content: RulesetContent): RulesetRequest {
  const { rules, categories } = content
  return { ...pickFacts(content), categories: [...categories], definition: exactJson(rules) }
}

function pickFacts({ ruleset_id, name, description, active, action, resource_type }: RulesetContent) {
  return { ruleset_id, name, description, active, action, resource_type }
}

/** Ignores the order of keys, and the order and letter case of categories. */
export function contentDigest(content: RulesetContent): string {
  const { rules, categories } = content
  return computeDigest(
    exactJson(sortKeys({ ...pickFacts(content), rules, categories: foldedCategories(categories) })),
  )
}

function foldedCategories(categories: readonly string[]): readonly string[] {
  const folded = categories.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
  return [...new Set(folded)].sort()
}

/** A ruleset on the dashboard. */
export interface SavedCopy {
  readonly content: RulesetContent
  readonly digest: string
}

/** Every ruleset of the organisation by its id, without templates. Throws GovError. */
export async function readSavedCopies(client: DashboardClient): Promise<ReadonlyMap<string, SavedCopy>> {
  const copies = new Map<string, SavedCopy>()
  for await (const { rulesets } of client.listRulesets()) {
    for (const saved of rulesets ?? []) {
      const whole = saved.definition === undefined ? await client.getRuleset(saved.ruleset_id) : saved
      copies.set(saved.ruleset_id, createCopy(whole))
    }
  }
  return copies
}

/** Throws GovError, unavailable, without a definition: unknown content must not count as equal. */
export function createCopy(saved: SavedRuleset): SavedCopy {
  if (saved.definition === undefined) {
    const message = `the dashboard sent no definition of the ruleset ${saved.ruleset_id}`
    const hint = 'Check the ruleset on the dashboard.'
    throw new GovError('unavailable', 'ruleset-without-definition', message, hint)
  }
  const content = pickContent(saved)
  return { content, digest: contentDigest(content) }
}

/** One difference, for a person: the key, and both values where they are short. */
export interface ContentChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** `name`, `rule operation-id`. */
  readonly what: string
  readonly before?: string
  readonly after?: string
}

export const facts = ['name', 'description', 'active', 'action', 'resource_type'] as const

/** Compares two contents in the order of their keys; empty if they are equivalent. */
export function contentChanges(before: RulesetContent, after: RulesetContent): readonly ContentChange[] {
  const ofFacts = facts.flatMap((key) => listTextChange(key, String(before[key]), String(after[key])))
  const [old, now] = [before, after].map(({ categories }) => foldedCategories(categories).join(', '))
  return [
    ...ofFacts,
    ...listTextChange('categories', old ?? '', now ?? ''),
    ...ruleChanges(before.rules, after.rules),
  ]
}

function listTextChange(what: string, before: string, after: string): ContentChange[] {
  return before === after ? [] : [{ kind: 'changed', what, before, after }]
}

function ruleChanges(before: unknown, after: unknown): ContentChange[] {
  const [old, now] = [rulesetParts(before), rulesetParts(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((what): ContentChange[] => {
    if (!old.has(what)) return [{ kind: 'added', what }]
    if (!now.has(what)) return [{ kind: 'removed', what }]
    return old.get(what) === now.get(what) ? [] : [{ kind: 'changed', what }]
  })
}

/** Each rule, and each other key of a ruleset, as text that is the same for the same meaning. */
function rulesetParts(value: unknown): ReadonlyMap<string, string> {
  if (!isRecord(value)) return new Map([['definition', exactJson(sortKeys(value))]])
  const { rules, ...others } = value
  const ofRules = isRecord(rules)
    ? Object.entries(rules).map(([id, rule]) => [`rule ${id}`, rule] as const)
    : [['rules', rules] as const]
  const parts = [...Object.entries(others), ...ofRules].filter(([, part]) => part !== undefined)
  return new Map(parts.map(([key, part]) => [key, exactJson(sortKeys(part))]))
}
