import { isRecord } from '../../model/record.ts'
import { canonical } from '../../text/canonical.ts'
import { exactJson } from '../../text/exact-json.ts'
import { foldedCategories, type RulesetContent } from './content.ts'

/** One difference, for a person: the key, and both values where they are short. */
export interface ContentChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** `name`, `rule operation-id`. */
  readonly what: string
  readonly before?: string
  readonly after?: string
}

const facts = ['name', 'description', 'active', 'action', 'resource_type'] as const

/** What a push would change, in the order of the keys. Empty for two that mean the same. */
export function contentChanges(before: RulesetContent, after: RulesetContent): readonly ContentChange[] {
  const ofFacts = facts.flatMap((key) => changed(key, String(before[key]), String(after[key])))
  const [old, now] = [before, after].map(({ categories }) => foldedCategories(categories).join(', '))
  return [
    ...ofFacts,
    ...changed('categories', old ?? '', now ?? ''),
    ...ruleChanges(before.rules, after.rules),
  ]
}

function changed(what: string, before: string, after: string): ContentChange[] {
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
  if (!isRecord(value)) return new Map([['definition', exactJson(canonical(value))]])
  const { rules, ...others } = value
  const ofRules = isRecord(rules)
    ? Object.entries(rules).map(([id, rule]) => [`rule ${id}`, rule] as const)
    : []
  const parts = [
    ...Object.entries(others),
    ...(isRecord(rules) ? [] : [['rules', rules] as const]),
    ...ofRules,
  ]
  return new Map(
    parts.filter(([, part]) => part !== undefined).map(([key, part]) => [key, exactJson(canonical(part))]),
  )
}
