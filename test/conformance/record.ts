/**
 * Records what Spectral reports for the documents of the project: `npm run task -- record FOLDER`, where FOLDER is
 * outside of the project and has `npm install @stoplight/spectral-cli@6.16.3` in it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { allRules, type RecordedRow, recordedFile, recordingOf, type Subject, subjects } from './recorded.ts'

const severities = ['error', 'warn', 'info', 'hint']
const place = z.object({ line: z.int(), character: z.int() })
const results = z.array(
  z.object({
    code: z.union([z.string(), z.number()]).transform(String),
    path: z.array(z.union([z.string(), z.number()])),
    severity: z.int(),
    source: z.string(),
    range: z.object({ start: place, end: place }),
  }),
)

/** What Spectral reports for each of the documents, by their names. */
function rowsOf(folder: string, all: readonly Subject[]): ReadonlyMap<string, RecordedRow[]> {
  const [rules, output] = ['rules.yaml', 'results.json']
  writeFileSync(join(folder, rules), allRules)
  for (const { name, text } of all) writeFileSync(join(folder, name), text)
  rmSync(join(folder, output), { force: true })
  const names = all.map(({ name }) => name)
  const argv = ['lint', '--ruleset', rules, '--format', 'json', '--output', output, '--quiet', ...names]
  const { status } = spawnSync(join(folder, 'node_modules/.bin/spectral'), argv, { cwd: folder })
  if (status !== 0 && status !== 1) throw new Error(`Spectral ended with ${status} for ${names.join(', ')}`)
  const found = results.parse(JSON.parse(readFileSync(join(folder, output), 'utf8')))
  return new Map(
    names.map((name) => [name, found.filter(({ source }) => basename(source) === name).map(rowOf)]),
  )
}

function rowOf({
  code,
  path,
  severity,
  range: { start, end },
}: z.infer<typeof results>[number]): RecordedRow {
  return [
    code,
    path.join('.'),
    severities[severity] ?? String(severity),
    start.line + 1,
    start.character + 1,
    end.line + 1,
    end.character + 1,
  ]
}

const folder = resolve(process.argv[2] ?? '')
const lines: string[] = []
const [large, small] = [
  subjects().filter(({ isLarge }) => isLarge),
  subjects().filter(({ isLarge }) => !isLarge),
]
for (const group of [small, ...large.map((subject) => [subject])]) {
  const rows = rowsOf(folder, group)
  for (const subject of group) {
    const own = rows.get(subject.name) ?? []
    lines.push(`${JSON.stringify(subject.name)}:${JSON.stringify(recordingOf(subject, own))}`)
    process.stdout.write(`${subject.name}: ${own.length} issues\n`)
  }
}
writeFileSync(recordedFile, `{\n${lines.join(',\n')}\n}\n`)
