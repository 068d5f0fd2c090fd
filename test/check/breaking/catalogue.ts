import { expect } from 'vitest'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { changeRules } from '../../../src/check/breaking/rules/index.ts'
import { readYaml, today } from './changes-between.ts'

/**
 * Edits with the verdict that the specifications give, written before the rules were read: `E` is an error, `W` at most a warning, `L` is
 * only listed, `-` is nothing that breaks, and `=` is no change at all.
 */
export function judge(before: string, after: string): readonly string[] {
  const { breaking, changes } = compareApis(readYaml(before), readYaml(after), { today, listsAll: true })
  const severities = breaking.map(({ rule }) => changeRules.find(({ id }) => id === rule)?.severity)
  if (severities.includes('error')) return ['E']
  if (severities.length > 0) return ['W']
  return changes.length > 0 ? ['L', '-'] : ['=', '-']
}

export function expectVerdict(before: string, after: string, verdict: string): void {
  const verdicts = judge(before, after)
  expect(verdicts.includes(verdict) ? verdict : `${verdicts[0]} ${explain(before, after)}`).toBe(verdict)
  expect(judge(before, before)).toContain('=')
  expect(judge(after, after)).toContain('=')
}

function explain(before: string, after: string): string {
  const { breaking, changes } = compareApis(readYaml(before), readYaml(after), { today, listsAll: true })
  return [...breaking, ...changes].map(({ message }) => message).join('; ')
}

export const rows = (table: string): readonly (readonly string[])[] =>
  table
    .replace(/^\n|\n$/g, '')
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()))

export const operation = (inner: string, components = '', version = '3.1.0') =>
  `openapi: ${version}\npaths: {/a: {post: {${inner}}}}\n${components && `components: {${components}}\n`}`
export const json = (schema: string) => `application/json: {schema: ${schema}}`
