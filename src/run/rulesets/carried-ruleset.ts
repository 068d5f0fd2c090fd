import { type LoadOptions, loadRuleset } from '../../engine/ruleset/load-ruleset.ts'
import type { RulesetReader, RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { withLoadingLimit } from '../../service/evaluation/time-limit.ts'
import type { MemoryRuleset } from '../../service/store/memory-workspace.ts'

type Text = Awaited<ReturnType<RulesetReader>>

/** A ruleset with all that was read for it: another thread compiles the same, whatever has become of the files. */
export interface CarriedRuleset {
  readonly id: string
  readonly source: RulesetSource
  readonly files: ReadonlyMap<string, Text>
  readonly urls: ReadonlyMap<string, string>
  readonly dialect: Pick<LoadOptions, 'functions' | 'engine' | 'folder'>
}

type Access = Pick<LoadOptions, 'read' | 'fetch'>

/** The same access to texts, and what it gave. */
export function recorded({ read, fetch }: Access) {
  const files = new Map<string, Text>()
  const urls = new Map<string, string>()
  const access: Access = {
    read: async (reference, from) => keep(files, keyOf(reference, from), await read(reference, from)),
    fetch: fetch && (async (url) => keep(urls, url, await fetch(url))),
  }
  return { access, files, urls }
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): Value {
  kept.set(key, value)
  return value
}

export async function restoreRuleset(carried: CarriedRuleset): Promise<MemoryRuleset> {
  const { id, source, files, urls, dialect } = carried
  const read: RulesetReader = async (reference, from) => kept(files, keyOf(reference, from), reference)
  const fetch = async (url: string) => kept(urls, url, url)
  const compiled = await loadRuleset(source, { ...dialect, read, fetch, bounded: withLoadingLimit })
  return { id, ...source, read, compiled }
}

function keyOf(reference: string, from: string): string {
  return JSON.stringify([reference, from])
}

function kept<Value>(values: ReadonlyMap<string, Value>, key: string, name: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`${name} was not read before`)
  return value
}
