import { type Aliases, readAliases } from '../../engine/ruleset/aliases.ts'
import { type Drafts, readDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { builtinRulesets } from '../../engine/rulesets/index.ts'
import { isRecord } from '../../model/record.ts'
import { type TimeLimit, withLoadingLimit } from '../../service/evaluation/time-limit.ts'
import { type Explanation, explainRule } from '../explain/explain-rule.ts'
import { builtinDrafts, type KnownRuleset } from '../explain/explain-rulesets.ts'
import { openExtended } from '../rulesets/ruleset-source.ts'
import type { Sources } from '../sources.ts'
import type { Cursor } from './cursor.ts'
import { type FunctionHelp, functionHelp } from './function-help.ts'
import type { RulesetNames } from './ruleset-schema.ts'

/** Finds what a ruleset may name: it remembers what comes with gov, and what rulesets inherit. */
export interface NameFinder {
  readonly namesFor: (file: string, read: Cursor['read'], sources: Sources) => Promise<RulesetNames>
  /** What `gov explain` says of a rule of these rulesets, or of the built-in ones; undefined for any other. */
  readonly explain: (
    rule: string,
    known: readonly KnownRuleset[],
    sources: Sources,
  ) => Promise<Explanation | undefined>
}

export function createNameFinder(): NameFinder {
  let known: Promise<readonly KnownRuleset[]> | undefined
  let functions: ReadonlyMap<string, FunctionHelp> | undefined
  const fromBuiltin = new Map<string, Drafts | undefined>()
  const builtin = () => (known ??= builtinDrafts())
  return {
    explain: async (rule, known, sources) =>
      explainRule(rule, [...known, ...(await builtin())], [], sources, briefly()),
    namesFor: async (file, read, sources) => {
      functions ??= functionHelp(await builtin())
      const extended = complete(read(['extends']))
      const text = JSON.stringify({ extends: extended })
      const inherited = await (fromBuiltin.get(text) ?? inheritedBy(file, text, sources))
      if (isBuiltin(extended)) fromBuiltin.set(text, inherited)
      return {
        functions: new Map([...ownFunctions(read(['functions'])), ...functions]),
        inherited,
        aliases: new Map([...(inherited?.aliases ?? []), ...ownAliases(read(['aliases']))]),
      }
    },
  }
}

const mostMs = 2000

/** The examples of a rule are run. */
function briefly(): TimeLimit {
  const end = performance.now() + mostMs
  const exceeded = (rule: string) => new Error(`${rule} takes too long`)
  return { left: () => Math.max(end - performance.now(), 1), exceeded }
}

/** What a file inherits, by its `extends` alone: the rest of it may be broken while it is being written. */
async function inheritedBy(file: string, text: string, sources: Sources): Promise<Drafts | undefined> {
  try {
    const read = await openExtended(file, sources)
    const source = { name: file, text, format: 'json' } as const
    return (await readDrafts(source, { read, bounded: withLoadingLimit })).drafts
  } catch {
    return undefined
  }
}

/** What is only of built-in rulesets is always the same. */
function isBuiltin(extended: unknown): boolean {
  const names = [extended].flat().map((entry) => (Array.isArray(entry) ? entry[0] : entry))
  return names.every((name) => builtinRulesets.has(String(name)))
}

/** Without the entry that is being typed. */
function complete(extended: unknown): unknown {
  if (extended === undefined || extended === null) return []
  if (!Array.isArray(extended)) return extended
  return extended.filter((entry) => typeof entry === 'string' || (Array.isArray(entry) && entry.length === 2))
}

function ownAliases(written: unknown): Aliases {
  return isRecord(written) ? readAliases(written, () => {}) : new Map()
}

function ownFunctions(written: unknown): [string, FunctionHelp][] {
  if (!Array.isArray(written)) return []
  return written.flatMap((entry: unknown) => {
    const [path, options] = Array.isArray(entry) ? entry : [entry]
    if (typeof path !== 'string') return []
    const name = path.slice(path.lastIndexOf('/') + 1)
    return [
      [
        name,
        { meaning: 'A function of this ruleset, in JavaScript.', options: isRecord(options) ? options : {} },
      ],
    ]
  })
}
