import { getValue, isRecord } from '../../core/model/record.ts'
import type { Aliases } from './aliases.ts'
import type { Builtins } from './builtins.ts'
import { moveFaults, type ParsedRule, type RuleEntry } from './parsed-rule.ts'
import { type RuleScope, readRule } from './read-rule.ts'
import type { RulesetParts } from './read-ruleset.ts'
import { describeUnknownName } from './read-with.ts'
import type { ReportProblem, RulesetText } from './ruleset-text.ts'

/** The inherited rules and aliases of a ruleset. */
export interface Inheritance {
  readonly rules: ReadonlyMap<string, ParsedRule>
  readonly aliases: Aliases
  /** False: something could not be read, so that a rule which is not there may well exist. */
  readonly complete: boolean
  /** Rules that are there and could not be read, which has been reported. */
  readonly broken: ReadonlySet<string>
  readonly builtins: Builtins
}

/** The inherited rules with what `parts` says of them, and then its own, in the order in which they are named. */
export function mergeRules(
  text: RulesetText,
  parts: RulesetParts,
  inherited: Inheritance,
): Map<string, ParsedRule> {
  const rules = new Map(inherited.rules)
  const scope: RuleScope = {
    aliases: inherited.aliases,
    functions: text.functions ?? new Map(),
    readGiven: new Map(),
  }
  for (const [id, value] of Object.entries(parts.rules)) {
    const faults: (() => void)[] = []
    const report: ReportProblem = (path, reason) => faults.push(() => text.report(path, reason))
    const change = readRule(value, ['rules', id], scope, report)
    const existing = rules.get(id)
    const draft =
      change &&
      (existing ? changeRule(existing, change, text, inherited) : create(id, change, text, inherited))
    if (draft)
      rules.set(id, {
        ...addDefaults(draft, parts, existing !== undefined),
        faults: [...draft.faults, ...faults],
      })
    else for (const reportFault of faults) reportFault()
  }
  return rules
}

function changeRule(
  existing: ParsedRule,
  change: RuleEntry,
  { name }: RulesetText,
  { builtins }: Inheritance,
): ParsedRule {
  const own = change.then && builtins.has(existing.owner) ? ownWords : {}
  const givenBy = change.given ? name : existing.givenBy
  const thenBy = change.then ? name : existing.thenBy
  const draft = { ...existing, ...own, ...change, givenBy, thenBy }
  const isSwitched = change.enabled !== undefined || change.off !== undefined
  return isSwitched ? moveFaults(draft) : draft
}

/** Words of a built-in rule about its own check: a ruleset that replaces the check does not inherit them. */
const ownWords = {
  fix: undefined,
  message: undefined,
  description: '',
  howToFix: '',
  documentationUrl: undefined,
}

function create(
  id: string,
  change: RuleEntry,
  text: RulesetText,
  inherited: Inheritance,
): ParsedRule | undefined {
  const { given, then } = change
  if (!given || !then) {
    if (inherited.complete && !inherited.broken.has(id)) reportIncomplete(id, text, inherited)
    return undefined
  }
  const { recommended = true } = change
  return {
    id,
    owner: text.name,
    givenBy: text.name,
    thenBy: text.name,
    recommended,
    off: false,
    severity: 'warn',
    formats: undefined,
    resolved: true,
    description: '',
    message: undefined,
    howToFix: '',
    documentationUrl: undefined,
    tags: [],
    faults: [],
    dormantFaults: [],
    ...change,
    given,
    then,
    enabled: recommended,
  }
}

/** A `given` or `then` that is there but wrong has been reported already. */
function reportIncomplete(id: string, text: RulesetText, inherited: Inheritance): void {
  const raw = getValue(text.value, ['rules', id])
  if (!isRecord(raw)) {
    text.report(['rules', id], describeNoRule(id, [...inherited.rules.keys()]))
    return
  }
  const missing = ['given', 'then'].filter((key) => !Object.hasOwn(raw, key))
  if (missing.length > 0) {
    text.report(
      ['rules', id],
      `needs "${missing.join('" and "')}", because no rule of that name is inherited`,
    )
  }
}

export function describeNoRule(id: string, known: readonly string[]): string {
  return `no inherited rule to override: ${describeUnknownName('rule', id, known)}`
}

/** The ruleset's own documentation and, unless the rule is inherited, its formats, where the rule has none. */
function addDefaults(draft: ParsedRule, parts: RulesetParts, isInherited: boolean): ParsedRule {
  const base = parts.documentationUrl === undefined ? undefined : `${parts.documentationUrl}#${draft.id}`
  const formats = draft.formats ?? (isInherited ? undefined : parts.formats)
  return { ...draft, formats, documentationUrl: draft.documentationUrl ?? base }
}
