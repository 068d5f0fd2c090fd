/** The keys of a ruleset and the options of functions, from the schema that editors read. */

import { allFunctions } from '../../../src/engine/functions/all-functions.ts'
import { coreNames, spectralFunctions } from '../../../src/engine/functions/index.ts'
import { formatNames } from '../../../src/engine/ruleset/formats.ts'
import { coreMeanings } from '../../engine/ruleset/schema/check-schema.ts'
import { rulesetJsonSchema } from '../../engine/ruleset/schema/ruleset-schema.ts'
import { code, plain, renderTable } from './tables.ts'

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const at = (value: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>((found, key) => (isJson(found) ? found[key] : undefined), value)

function renderKeys(properties: unknown): string {
  const rows = Object.entries(isJson(properties) ? properties : {}).map(([key, schema]) => [
    code(key),
    plain(String(at(schema, 'description') ?? '')),
  ])
  return renderTable(['key', ''], rows)
}

export function renderRulesetKeys(): string {
  return renderKeys(at(rulesetJsonSchema(), 'properties'))
}

export function renderRuleKeys(): string {
  return renderKeys(at(rulesetJsonSchema(), 'definitions', 'rule', 'anyOf', 2, 'properties'))
}

export function renderCheckKeys(): string {
  return renderKeys(at(rulesetJsonSchema(), 'definitions', 'check', 'properties'))
}

export function renderFormats(): string {
  return [...new Set(Object.values(formatNames))].map(code).join(', ').concat('\n')
}

export function renderFunctions(): string {
  const conditions: readonly unknown[] = [at(rulesetJsonSchema(), 'definitions', 'check', 'allOf')].flat()
  const rows = coreNames.map((name) => {
    const own = conditions.find((each) =>
      [at(each, 'if', 'properties', 'function', 'enum')].flat().includes(name),
    )
    const options = at(own, 'then', 'properties', 'functionOptions')
    const checks = allFunctions.get(name)?.checks?.join(', ') ?? 'anything'
    return [code(name), plain(coreMeanings[name] ?? ''), checks, describeOptions(options)]
  })
  return renderTable(['function', 'asks that', 'of', 'options; **bold**: required'], rows)
}

function describeOptions(schema: unknown): string {
  const whole = [schema, at(schema, 'anyOf')].flat().find((each) => isJson(at(each, 'properties')))
  const required = [at(whole, 'required')].flat()
  const properties = at(whole, 'properties')
  return Object.entries(isJson(properties) ? properties : {})
    .map(([key, value]) => {
      const name = required.includes(key) ? `**${code(key)}**` : code(key)
      return `${name} (${describeType(value)})`
    })
    .join(', ')
}

function describeType(schema: unknown): string {
  const values = at(schema, 'enum')
  if (Array.isArray(values)) return values.map((value) => code(String(value))).join(', ')
  const inner = at(schema, 'properties')
  if (isJson(inner)) return `with ${Object.keys(inner).map(code).join(', ')}`
  return String(at(schema, 'type') ?? 'a mapping')
}

/** The functions of Spectral's OpenAPI rules. */
export function renderOpenApiFunctions(): string {
  const own = [...spectralFunctions.keys()].filter((name) => !coreNames.some((core) => core === name))
  return own.toSorted().map(code).join(', ').concat('\n')
}
