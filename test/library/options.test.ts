import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { optionNames } from '../../src/library/read-options.ts'
import { configKeys } from '../../src/settings/check-config.ts'
import { groupKeys } from '../../src/settings/check-value.ts'
import { type SettingName, settingTable } from '../../src/settings/table.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const types = readFileSync(resolve(docs, 'api.d.ts'), 'utf8')

const known = groupKeys(configKeys)

function keysOf(name: string): string[] {
  const [, head = '', body = ''] =
    new RegExp(`^interface ${name}\\b([^{]*)\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(types) ?? []
  const inherited = /extends Partial<(\w+)>/.exec(head)?.[1]
  const own = [...body.matchAll(/^ {4}readonly (\w+)\??:/gm)].flatMap(([, key]) => key ?? [])
  return [...own, ...(inherited === undefined ? [] : keysOf(inherited))]
}

/** The keys that hints are given for. */
function keysInside(name: SettingName, start: string): string[] {
  const patterns = Object.keys(settingTable[name].inner ?? {}).filter((pattern) => pattern.startsWith(start))
  return [...new Set(patterns.map((pattern) => pattern.slice(start.length).replace(/\..*$/, '')))]
}

it.each<[name: string, keys: readonly string[]]>([
  ['DashboardOptions', known.get('dashboard') ?? []],
  ['PolicyOptions', known.get('policy') ?? []],
  ['RulesetPolicy', keysInside('policy.rulesets', '*.')],
  ['Waiver', keysInside('waivers', '[].')],
])('the type %s has the keys that are taken, and no others', (name, keys) => {
  expect(keysOf(name).sort()).toEqual([...keys].sort())
  expect(keys.length).toBeGreaterThan(1)
})

it('the options have the keys that are taken, and no others', () => {
  expect([...keysOf('SettingOptions'), ...keysOf('OwnOptions')].sort()).toEqual([...optionNames].sort())
})

it('docs/library.md names every option that the config does not have', () => {
  const text = readFileSync(resolve(docs, 'library.md'), 'utf8')
  const own = optionNames.filter((name) => !known.get('')?.includes(name))
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
