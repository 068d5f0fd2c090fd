import { parseDocument } from '../../core/document/document.ts'
import { isRecord } from '../../core/model/record.ts'
import { isUrl } from '../../core/text/url.ts'
import { isBuiltinName } from '../../engine/ruleset/extends.ts'
import type { RulesetReader } from '../../engine/ruleset/ruleset-source.ts'
import { builtinRulesets } from '../../engine/rulesets/index.ts'
import { findTextFormat } from '../store/source-text.ts'

type Rules = Readonly<Record<string, unknown>>

/** A ruleset without files: what it extends that comes with an engine or has a URL, and its rules. */
interface Whole {
  readonly kept: readonly unknown[]
  readonly rules: Rules
}

/**
 * The ruleset with the rules of the files that it extends, for those who get it without them; the same value where it extends
 * none. Undefined where that would change a rule: files with a mode, or with more in them than rules.
 */
export async function inlineExtends(value: unknown, name: string, read: RulesetReader): Promise<unknown> {
  if (!isRecord(value) || listExtensions(value).every(isKept)) return value
  const whole = hasOnly(value, ownKeys) ? await flatten(value, name, read, [name]) : undefined
  if (whole === undefined) return undefined
  const { extends: _files, rules: _rules, ...others } = value
  return { ...others, ...(whole.kept.length > 0 && { extends: whole.kept }), rules: whole.rules }
}

/** Defaults for all rules of a file, such as `formats`, would be those of the inlined rules as well. */
const fileKeys = ['extends', 'rules', 'description']
const ownKeys = [...fileKeys, 'aliases', 'parserOptions']

function hasOnly(value: Rules, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key))
}

function listExtensions(value: Rules): readonly unknown[] {
  return value.extends === undefined ? [] : [value.extends].flat()
}

/** An entry of `extends` that needs no file. */
function isKept(entry: unknown): boolean {
  const reference = Array.isArray(entry) ? entry[0] : entry
  return typeof reference !== 'string' || isBuiltinName(reference, builtinRulesets) || isUrl(reference)
}

async function flatten(
  value: Rules,
  name: string,
  read: RulesetReader,
  chain: readonly string[],
): Promise<Whole | undefined> {
  const entries = listExtensions(value)
  const kept = entries.filter(isKept)
  const files = entries.slice(kept.length)
  // Later entries override earlier ones: the rules of files keep their precedence only if files are last.
  if (!entries.slice(0, kept.length).every(isKept)) return undefined
  let inherited: Rules = {}
  for (const file of files) {
    const whole = typeof file === 'string' ? await flattenFile(file, name, read, chain) : undefined
    if (whole === undefined || (whole.kept.length > 0 && entries.length > 1)) return undefined
    kept.push(...whole.kept)
    inherited = { ...inherited, ...whole.rules }
  }
  const merged = mergeRules(inherited, isRecord(value.rules) ? value.rules : {})
  return merged && { kept, rules: merged }
}

async function flattenFile(
  file: string,
  from: string,
  read: RulesetReader,
  chain: readonly string[],
): Promise<Whole | undefined> {
  const source = await read(file, from)
  if (chain.includes(source.name)) return undefined
  const { value } = parseDocument(source.text, findTextFormat(source.name) ?? 'yaml')
  if (!isRecord(value) || !hasOnly(value, fileKeys)) return undefined
  return flatten(value, source.name, read, [...chain, source.name])
}

function mergeRules(inherited: Rules, own: Rules): Rules | undefined {
  const merged: Record<string, unknown> = { ...inherited }
  for (const [id, rule] of Object.entries(own)) {
    const base = inherited[id]
    const next = base === undefined ? rule : mergeRule(base, rule)
    if (next === undefined) return undefined
    merged[id] = next
  }
  return merged
}

/** A rule with a change of it; a severity switches on what is not recommended. Undefined where the two have no one form. */
function mergeRule(base: unknown, change: unknown): unknown {
  if (typeof base === 'string') return typeof change === 'string' ? change : undefined
  if (!isRecord(base)) return undefined
  if (typeof change === 'string') {
    const isSwitchedOn = base.recommended === false && change !== 'off'
    return { ...base, severity: change, ...(isSwitchedOn && { recommended: true }) }
  }
  const isOn = base.recommended !== false && base.severity !== 'off'
  return isOn && isRecord(change) && change.recommended === undefined ? { ...base, ...change } : undefined
}
