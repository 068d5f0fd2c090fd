import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const projectRoot = resolve(import.meta.dirname, '../..')

it.each(['parity', 'fleet', 'ruleset/code'])(
  'without features/%s and its row of the table, everything else compiles',
  (feature) => {
    // Inside node_modules, so that the copy finds the packages that it imports.
    const cache = join(projectRoot, 'node_modules/.cache')
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(join(cache, 'without-'))
    try {
      for (const name of ['src', 'templates', 'package.json'])
        cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
      rmSync(join(folder, 'src/features', feature), { recursive: true })
      const table = join(folder, 'src/cli/commands.ts')
      const rows = readFileSync(table, 'utf8')
      writeFileSync(table, withoutRow(rows, feature))
      const { compilerOptions } = JSON.parse(readFileSync(join(projectRoot, 'tsconfig.json'), 'utf8'))
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
      expect(compile(folder)).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

/** The table without the command of a feature: its row, or its load where several features share a noun. */
function withoutRow(table: string, feature: string): string {
  const load = `() => import('../features/${feature}/command.ts')`
  const isOnlyLoad = (row: string) => row.includes(load) && row.split('import(').length === 2
  const changed = table
    .replace(/^ {2}\[\n(?: {4}.*\n)+ {2}\],\n|^ {2}\[.*\],\n/gm, (row) => (isOnlyLoad(row) ? '' : row))
    .replace(`    ${load},\n`, '')
  expect(changed).not.toBe(table)
  expect(changed).not.toContain(load)
  return changed
}

function compile(folder: string): string {
  try {
    execFileSync(
      process.execPath,
      [join(projectRoot, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      },
    )
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
