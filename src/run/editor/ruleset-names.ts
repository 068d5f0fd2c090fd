import { type Drafts, readDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { builtinRulesets } from '../../engine/rulesets/index.ts'
import { isRecord } from '../../model/record.ts'
import { withLoadingLimit } from '../../service/evaluation/time-limit.ts'
import { builtinDrafts, type KnownRuleset } from '../explain/explain-rulesets.ts'
import { openExtended } from '../rulesets/ruleset-source.ts'
import type { Sources } from '../sources.ts'
import type { Cursor } from './cursor.ts'
import { type FunctionHelp, functionHelp } from './function-help.ts'
import type { RulesetNames } from './ruleset-schema.ts'

/** Finds what a ruleset may name: it remembers what comes with gov, and what rulesets inherit. */
export interface NameFinder {
  readonly namesFor: (file: string, read: Cursor['read'], sources: Sources) => Promise<RulesetNames>
  readonly builtin: () => Promise<readonly KnownRuleset[]>
}

export function createNameFinder(): NameFinder {
  let known: Promise<readonly KnownRuleset[]> | undefined
  let functions: ReadonlyMap<string, FunctionHelp> | undefined
  const fromBuiltin = new Map<string, Drafts | undefined>()
  const builtin = () => (known ??= builtinDrafts())
  return {
    builtin,
    namesFor: async (file, read, sources) => {
      functions ??= functionHelp(await builtin())
      const extended = complete(read(['extends']))
      const text = JSON.stringify({ extends: extended })
      const inherited = await (fromBuiltin.get(text) ?? inheritedBy(file, text, sources))
      if (isBuiltin(extended)) fromBuiltin.set(text, inherited)
      return {
        functions: new Map([...ownFunctions(read(['functions'])), ...functions]),
        inherited: inherited?.rules ?? new Map(),
        aliases: new Map([...inheritedAliases(inherited), ...ownAliases(read(['aliases']))]),
      }
    },
  }
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

function inheritedAliases(drafts: Drafts | undefined): [string, string][] {
  const aliases = [...(drafts?.aliases ?? [])]
  return aliases.map(([name, { targets }]) => [name, listed(targets.flatMap(({ given }) => given))])
}

function ownAliases(written: unknown): [string, string][] {
  return Object.entries(isRecord(written) ? written : {}).map(([name, value]) => [
    name,
    listed(expressionsOf(value)),
  ])
}

function expressionsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(expressionsOf)
  if (!isRecord(value)) return []
  return expressionsOf(value.targets ?? value.given)
}

function listed(expressions: readonly string[]): string {
  return expressions.map((each) => `\`${each}\``).join(', ')
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
        { meaning: `A function of this ruleset, in ${path}.js.`, options: isRecord(options) ? options : {} },
      ],
    ]
  })
}
