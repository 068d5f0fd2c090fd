import { findFixNote } from '../../check/fixable/fix-notes.ts'
import { findReason, fitsExample } from '../../check/rulesets/find-reason.ts'
import type { KnownRuleset } from '../../check/rulesets/known-rulesets.ts'
import { findDocumentation, findRulePage } from '../../check/rulesets/rule-page.ts'
import { type FileExamples, readRulesetExamples } from '../../check/rulesets/ruleset-examples.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import type { SeverityChange } from '../../core/model/issue.ts'
import type { Severity } from '../../core/model/severity.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import type { RuleExample, RuleExamples } from '../../engine/examples/read-examples.ts'
import { differsInVacuum, vacuumReleases } from '../../engine/functions/vacuum/differences.ts'
import { describeQuery } from '../../engine/jsonpath/words.ts'
import { documentRules } from '../../engine/openapi/document-rules.ts'
import type { Rule } from '../../engine/rule.ts'
import { findParsedRule, isOn, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../engine/rulesets/explanations/index.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'

/** The explanation of a rule. Absent or empty fields are unknown. */
export interface Explanation {
  readonly rule_id: string
  readonly severity: Severity
  /** The severity that follows after a day. */
  readonly severity_change?: SeverityChange | undefined
  readonly description: string
  readonly why?: string | undefined
  readonly how_to_fix: string
  /** What `gov fix` does, of a built-in rule with more to say of it than whether it does. */
  readonly gov_fix?: string | undefined
  readonly message?: string | undefined
  readonly given: readonly { readonly path: string; readonly words: string }[]
  readonly checks: readonly {
    readonly function: string
    readonly field?: string
    readonly options?: unknown
  }[]
  /** Absent: any. */
  readonly formats?: readonly string[] | undefined
  readonly resolved: boolean
  readonly tags: readonly string[]
  readonly documentation_url?: string | undefined
  readonly rulesets: readonly RulesetWithRule[]
  /** The releases of vacuum that `engine: vacuum` was compared with, where that changes what the rule finds. */
  readonly vacuum_releases?: readonly string[] | undefined
  /** Documents, as YAML; each has been run. */
  readonly fails?: string | undefined
  readonly passes?: string | undefined
}

export interface RulesetWithRule {
  readonly name: string
  readonly from: KnownRuleset['from']
  readonly severity: Severity | 'off'
}

/** Explains a rule by the first ruleset that defines it; undefined if none does. */
export async function explainRule(
  id: string,
  known: readonly KnownRuleset[],
  files: readonly string[],
  sources: Sources,
  limit: TimeLimit,
  world: Pick<World, 'site'> = {},
): Promise<Explanation | undefined> {
  const builtin = (await readExplanations()).get(id)
  const ofDocuments = documentRules.find((rule) => rule.id === id)
  if (ofDocuments) return explainDocumentRule(ofDocuments, builtin, world)
  const holders = known.filter(({ drafts }) => findParsedRule(drafts.rules, id))
  const draft = holders[0] && findParsedRule(holders[0].drafts.rules, id)
  if (draft === undefined) return undefined
  const found = await Promise.all(files.map((file) => readRulesetExamples(file, undefined, sources)))
  const fileExamples = found.flat()
  const examples = [
    ...fileExamples,
    ...(builtin
      ? [{ file: '', rules: [builtin], open: () => Promise.reject(new Error('there are no files')) }]
      : []),
  ]
  const isOther = draft.then.some((then) => differsInVacuum(then.function.name))
  return {
    ...listFacts(draft),
    ...(holders[0]?.from === 'built-in' && { gov_fix: findFixNote(id) }),
    documentation_url: findDocumentation(draft, world),
    why: findReason(
      draft,
      fileExamples.flatMap(({ rules }) => rules),
      builtin,
      limit,
    ),
    rulesets: holders.map((ruleset) => withRule(ruleset, id)),
    ...(isOther && { vacuum_releases: vacuumReleases }),
    ...(await holdingExamples(draft, examples, limit)),
  }
}

function explainDocumentRule(
  rule: Rule,
  texts: RuleExamples | undefined,
  world: Pick<World, 'site'>,
): Explanation {
  const findExampleText = (kind: RuleExample['kind']) =>
    renderExample(texts?.examples.find((example) => example.kind === kind))
  const where = rule.engine === undefined ? '' : `, with engine: ${rule.engine}`
  return {
    rule_id: rule.id,
    severity: rule.severity,
    description: rule.description,
    why: texts?.why,
    how_to_fix: rule.howToFix,
    given: [{ path: '$', words: `the whole document, whatever the rulesets say${where}` }],
    checks: [],
    resolved: false,
    tags: [],
    documentation_url: findRulePage(rule.id, world),
    rulesets: [],
    fails: findExampleText('fails'),
    passes: findExampleText('passes'),
  }
}

function listFacts(draft: ParsedRule) {
  const queries = draft.given.flatMap((scoped) => scoped.queries)
  const distinct = [...new Map(queries.map((query) => [query.text, query])).values()]
  return {
    rule_id: draft.id,
    severity: draft.severity,
    ...(draft.dated && { severity_change: draft.dated }),
    description: draft.description,
    how_to_fix: draft.howToFix,
    message: draft.message,
    given: distinct.map((query) => ({ path: query.text, words: describeQuery(query) })),
    checks: draft.then.map((then) => ({
      function: then.function.name,
      ...(then.field !== undefined && { field: then.field }),
      ...(then.written !== undefined && then.written !== null && { options: then.written }),
    })),
    formats: draft.formats,
    resolved: draft.resolved,
    tags: draft.tags,
  }
}

function withRule({ name, from, drafts }: KnownRuleset, id: string): RulesetWithRule {
  const draft = findParsedRule(drafts.rules, id)
  return { name, from, severity: draft && isOn(draft) ? draft.severity : 'off' }
}

/** The first examples that hold: one of another rule with the same id need not. */
async function holdingExamples(draft: ParsedRule, sources: readonly FileExamples[], limit: TimeLimit) {
  const found: { fails?: string; passes?: string } = {}
  for (const { rules: sets, open } of sources) {
    for (const example of sets.filter(({ rule }) => rule === draft.id).flatMap((set) => set.examples)) {
      if (found[example.kind] !== undefined) continue
      const file = example.document.kind === 'file' ? await open(example.document.file) : undefined
      const text = renderExample(example, file?.text)
      if (text !== undefined && fitsExample(example, draft, file, limit)) found[example.kind] = text
    }
  }
  return found
}

function renderExample(example: RuleExample | undefined, file = ''): string | undefined {
  if (example === undefined) return undefined
  const { document } = example
  if (document.kind === 'value') return yamlText(document.value)
  return document.kind === 'text' ? document.text : file
}
