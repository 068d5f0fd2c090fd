import { GovError, usageError } from '../../core/model/errors.ts'
import { contentId } from '../../core/text/digest.ts'
import { type LoadOptions, loadRuleset } from '../../engine/load-ruleset.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { RulesetError, type RulesetReader } from '../../engine/ruleset/ruleset-source.ts'
import { badRequestError } from '../http/exchange.ts'
import { createRecentMemory } from '../store/recent-memory.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { RulesSource, Workspace } from '../store/workspace.ts'
import { withLoadingLimit } from './limits.ts'

export interface RulesetDialect extends Pick<LoadOptions, 'functions' | 'engine' | 'memories' | 'warn'> {
  /** Bytes of rulesets' texts that stay compiled; absent: all. */
  readonly keptText?: number | undefined
}

/** Digests of all files that a ruleset is made from. */
export interface RulesetDigests {
  readonly digest: string
  readonly reads: readonly { readonly reference: string; readonly from: string; readonly digest: string }[]
}

interface CompiledRuleset {
  readonly content: RulesetDigests
  readonly rules: Ruleset
}

/** Compiles saved rulesets, again when a file has changed. Refuses with 400, with the ruleset and the reason, what cannot be used. */
export function createCompiler(
  workspace: Workspace,
  dialect: RulesetDialect = {},
): (record: RulesetRecord) => Promise<Ruleset> {
  const { keptText = Number.POSITIVE_INFINITY } = dialect
  const { find, keep } = createRecentMemory<CompiledRuleset & { readonly text: string }>(keptText)
  return async (record) => {
    try {
      const source = await workspace.rules(record)
      const known = find(record.id)
      const isKnown = known && isAvailable(known.rules) && (await isContent(known.content, source))
      const made = isKnown ? known : await compile(source, dialect)
      keep(record.id, { ...made, text: source.text })
      return made.rules
    } catch (error) {
      throw unusableError(record.ruleset_id, error)
    }
  }
}

/** Compiles a ruleset once. Refuses with 400 as above. */
export async function compileOnce(
  id: string,
  source: RulesSource | Promise<RulesSource>,
  dialect: RulesetDialect,
): Promise<CompiledRuleset> {
  try {
    return await compile(await source, dialect)
  } catch (error) {
    throw unusableError(id, error)
  }
}

function unusableError(id: string, error: unknown): unknown {
  if (!(error instanceof RulesetError || error instanceof GovError)) return error
  return badRequestError(`The ruleset ${id} cannot be used: ${error.message}`)
}

async function compile(source: RulesSource, dialect: RulesetDialect): Promise<CompiledRuleset> {
  const reads: RulesetDigests['reads'][number][] = []
  const read: RulesetReader = async (reference, from) => {
    const file = await source.read(reference, from)
    reads.push({ reference, from, digest: contentId([file.text], 32) })
    return file
  }
  const rules =
    source.compiled ?? (await loadRuleset(source, { ...dialect, read, bounded: withLoadingLimit }))
  if (rules.rules.length === 0 && !rules.forFile)
    throw usageError('ruleset-without-rules', rules.isEmpty ? 'it has no rules' : 'all its rules are off', '')
  return { content: { digest: digestSource(source), reads }, rules }
}

function digestSource({ format, text }: RulesSource): string {
  return contentId([format, text], 32)
}

/** False once an evaluation was stopped in one of its functions. */
function isAvailable({ rules }: Ruleset): boolean {
  return rules.every(({ then }) => then.every((each) => each.function.unavailable?.() === undefined))
}

/** A file that can no longer be read is a change, too: compiling it again reports the problem. */
export async function isContent({ digest, reads }: RulesetDigests, source: RulesSource): Promise<boolean> {
  if (digest !== digestSource(source)) return false
  for (const { reference, from, digest: last } of reads) {
    const file = await source.read(reference, from).catch(() => undefined)
    if (file === undefined || contentId([file.text], 32) !== last) return false
  }
  return true
}
