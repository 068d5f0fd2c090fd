import { GovError, usageError } from '../../core/model/errors.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { type LoadOptions, loadRuleset } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-error.ts'
import type { RulesetReader } from '../../engine/ruleset/ruleset-source.ts'
import { badRequestError } from '../http/exchange.ts'
import type { RulesetRecord } from '../store/records.ts'
import { forgetOldest, type RulesSource, type Workspace } from '../store/workspace.ts'
import { withLoadingLimit } from './time-limit.ts'

/** What rulesets may hold, and whose they are. */
export interface Dialect extends Pick<LoadOptions, 'functions' | 'engine' | 'memories'> {
  /** Bytes of rulesets' texts that stay compiled; absent: all. */
  readonly keptText?: number | undefined
}

/** A compiled ruleset, and everything that it was made from. */
interface Compiled {
  readonly source: RulesSource
  readonly reads: readonly ReadRuleset[]
  readonly rules: Ruleset
}

interface ReadRuleset {
  readonly reference: string
  readonly from: string
  readonly text: string
}

/**
 * Compiles saved rulesets. The files are read each time, so that a change counts at once, and compiled when one of
 * them is new. Refuses with 400, naming the ruleset and the reason, when it cannot be read or is not a ruleset.
 */
export function createCompiler(
  workspace: Workspace,
  dialect: Dialect = {},
): (record: RulesetRecord) => Promise<Ruleset> {
  const { keptText = Number.POSITIVE_INFINITY } = dialect
  /** The last used is at the end. */
  const compiled = new Map<string, Compiled & { readonly text: string }>()
  return async (record) => {
    try {
      const source = await workspace.rules(record)
      const known = compiled.get(record.id)
      compiled.delete(record.id)
      const made = known && (await isCurrent(known, source)) ? known : await compile(source, dialect)
      compiled.set(record.id, { ...made, text: source.text })
      forgetOldest(compiled, keptText)
      return made.rules
    } catch (error) {
      throw unusableError(record.ruleset_id, error)
    }
  }
}

/** Compiles a ruleset that is not saved yet. Refuses with 400 as above. */
export async function requireUsable(id: string, source: RulesSource, dialect: Dialect): Promise<void> {
  try {
    await compile(source, dialect)
  } catch (error) {
    throw unusableError(id, error)
  }
}

function unusableError(id: string, error: unknown): unknown {
  if (!(error instanceof RulesetError || error instanceof GovError)) return error
  return badRequestError(`The ruleset ${id} cannot be used: ${error.message}`)
}

async function compile(source: RulesSource, dialect: Dialect): Promise<Compiled> {
  const reads: ReadRuleset[] = []
  const read: RulesetReader = async (reference, from) => {
    const file = await source.read(reference, from)
    reads.push({ reference, from, text: file.text })
    return file
  }
  const rules =
    source.compiled ?? (await loadRuleset(source, { ...dialect, read, bounded: withLoadingLimit }))
  if (rules.rules.length === 0 && !rules.forFile)
    throw usageError('ruleset-without-rules', 'all its rules are off', '')
  return { source, reads, rules }
}

/**
 * A file that can no longer be read is a change, too: compiling it again reports the problem. So is a function that
 * is no longer available, because an evaluation was stopped in it.
 */
async function isCurrent({ source, reads, rules }: Compiled, now: RulesSource): Promise<boolean> {
  if (source.text !== now.text || source.format !== now.format) return false
  if (rules.rules.some(({ then }) => then.some((each) => each.function.unavailable?.() !== undefined)))
    return false
  for (const { reference, from, text } of reads) {
    const file = await now.read(reference, from).catch(() => undefined)
    if (file?.text !== text) return false
  }
  return true
}
