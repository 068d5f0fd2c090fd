import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type Drafts, loadDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-error.ts'
import type { RulesetReader, RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { type GovError, usageError } from '../../model/errors.ts'
import { withLoadingLimit } from '../../service/evaluation/time-limit.ts'
import { fenceFault, fenceOf } from '../../settings/load/fence.ts'
import { isBuiltinRuleset } from '../../settings/rules.ts'
import type { Sources } from '../sources.ts'
import { findPackage } from './find-package.ts'

/** A ruleset file as it was named, and the way to what it extends. */
export interface OpenedRuleset {
  readonly source: RulesetSource
  readonly read: RulesetReader
}

/**
 * Reads a ruleset file. What it extends is read when it is asked for, and from its own repository only, unless
 * `trustPaths`. Throws GovError, usage.
 */
export async function openRulesetSource(
  file: string,
  sources: Sources,
  trustPaths = false,
): Promise<OpenedRuleset> {
  if (isBuiltinRuleset(file)) return builtin(file)
  const read = await openExtended(file, sources, trustPaths)
  const { text, format } = await sources.read(file, 'ruleset')
  return { source: { name: file, text, format }, read }
}

/** The rules of a ruleset file, and all that it extends. Throws GovError, usage. */
export async function readFileDrafts(file: string, sources: Sources, trustPaths?: boolean): Promise<Drafts> {
  const { source, read } = await openRulesetSource(file, sources, trustPaths)
  return loadDrafts(source, { read, bounded: withLoadingLimit }).catch(refuseRuleset)
}

/** A faulty ruleset is reported with its own place. */
export function refuseRuleset(error: unknown): never {
  if (!(error instanceof RulesetError)) throw error
  throw usageError('ruleset-invalid', error.message, 'Fix the ruleset there.', error)
}

/** The way to what a ruleset file extends, whatever is in the file. */
async function openExtended(file: string, sources: Sources, trustPaths: boolean): Promise<RulesetReader> {
  const fence = trustPaths ? undefined : await fenceOf(dirname(resolve(sources.cwd, file)))
  return async (reference, from) => {
    const name = await nameOf(reference, from, sources)
    const fault = fence && (await fenceFault(resolve(sources.cwd, name), fence, 'read'))
    if (fault !== undefined) throw outside(name, fault)
    return { name, text: (await sources.read(name, 'ruleset')).text }
  }
}

async function nameOf(reference: string, from: string, sources: Sources): Promise<string> {
  if (reference.startsWith('npm:')) return findPackage(reference.slice('npm:'.length), from, sources)
  return isAbsolute(reference) ? reference : join(dirname(from), reference)
}

function builtin(name: string): OpenedRuleset {
  return {
    source: { name, text: `extends: ${JSON.stringify(name)}`, format: 'yaml' },
    read: (reference) => Promise.reject(outside(reference, 'cannot be read by a built-in ruleset')),
  }
}

function outside(name: string, fault: string): GovError {
  const hint = 'Keep extended rulesets in the repository. If you trust the ruleset, pass --trust-paths.'
  return usageError('ruleset-outside', `${name} ${fault}`, hint)
}
