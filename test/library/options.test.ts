import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { optionNames } from '../../src/library/read-options.ts'
import { knownKeys } from '../../src/settings/schema.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const types = readFileSync(resolve(docs, 'api.d.ts'), 'utf8')

function keysOf(name: string): string[] {
  const [, body = ''] = new RegExp(`^interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(types) ?? []
  return [...body.matchAll(/^ {4}readonly (\w+)\??:/gm)].flatMap(([, key]) => key ?? [])
}

it.each<[name: string, keys: readonly string[]]>([
  ['CheckOptions', optionNames()],
  ['DashboardOptions', knownKeys().get('dashboard') ?? []],
  ['Policy', knownKeys().get('policy') ?? []],
  ['RulesetPolicy', knownKeys().get('policy.rulesets.*') ?? []],
  ['Waiver', knownKeys().get('waivers[]') ?? []],
])('the type %s has the keys that are taken, and no others', (name, keys) => {
  expect(keysOf(name).sort()).toEqual([...keys].sort())
  expect(keys.length).toBeGreaterThan(1)
})

it('docs/library.md names every option that the config does not have', () => {
  const text = readFileSync(resolve(docs, 'library.md'), 'utf8')
  const own = optionNames().filter((name) => !knownKeys().get('')?.includes(name))
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
