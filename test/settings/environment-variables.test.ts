import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { environmentVariables } from '../../src/settings/environment-variables.ts'

const src = resolve(import.meta.dirname, '../../src')
const own = 'config/environment-variables.ts'
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== own)
  .map((file) => readFileSync(join(src, file), 'utf8'))
const text = files.join('\n')
const names = environmentVariables.map(([name]) => name)

it('names every variable of ours that the code reads', () => {
  const used = new Set([...text.matchAll(/\bGOV_[A-Z_]+[A-Z]\b/g)].map(([name]) => name))
  const files = [...text.matchAll(/\$\{variable\}_FILE/g)].length > 0
  expect(files).toBe(true)
  expect([...used].filter((name) => !names.includes(name))).toEqual([])
})

it('names every variable of others that the code reads by its name', () => {
  const read = [...text.matchAll(/\benv\.([A-Za-z_]+)/g)].map(([, name = '']) => name)
  expect(read.length).toBeGreaterThan(10)
  const isNamed = (name: string) => names.includes(name) || names.includes(name.toUpperCase())
  expect([...new Set(read)].filter((name) => !isNamed(name))).toEqual([])
})

it('names none that nothing reads, and none twice', () => {
  const isRead = (name: string) => text.includes(name) || text.includes(name.replace(/_FILE$/, ''))
  expect(names.filter((name) => !isRead(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
