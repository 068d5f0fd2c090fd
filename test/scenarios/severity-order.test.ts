import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { severities } from '../../src/core/model/severity.ts'
import { projectRoot } from '../e2e/run-gov.ts'

const root = join(projectRoot, 'fixtures/scenarios')
const ranksOf = new Map<string, number>(severities.map((severity, rank) => [severity, rank]))

interface PrintedTable {
  readonly file: string
  readonly head: string
  readonly ranks: readonly number[]
}

/** The issue tables of a transcript, each with the severities of its rows. */
function readTables(file: string): PrintedTable[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n\n')
    .flatMap((part) => {
      const lines = part.split('\n')
      const at = lines.findIndex((line) => line.startsWith('SEVERITY ') && line.includes(' PLACE '))
      const ranks = lines.slice(at + 1).flatMap((line) => {
        const [word = ''] = line.split(' ')
        return ranksOf.get(word) ?? []
      })
      return at === -1 ? [] : [{ file, head: lines[at] ?? '', ranks }]
    })
}

const tables = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('expected'))
  .flatMap(readTables)
const mixed = tables.filter(({ ranks }) => new Set(ranks).size > 1)

it('severity never rises from one row to the next', () => {
  expect(tables.filter(({ ranks }) => ranks.some((rank, at) => rank < (ranks[at - 1] ?? 0)))).toEqual([])
})

it('there are tables of several APIs and severities', () => {
  expect(mixed.filter(({ head }) => head.includes(' API '))).not.toEqual([])
})
