import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { projectRoot, runGov } from '../e2e/run-gov.ts'
import type { Row } from './compare.ts'
import { allRules, type RecordedRow, type Subject } from './recorded.ts'

export const shared = resolve(projectRoot, '../shared')
export const documents = ['petstorev3.json', 'asana.yaml', 'stripe.yaml', 'github.json'] as const

const location = z.object({
  start_line: z.int(),
  start_char: z.int(),
  end_line: z.int(),
  end_char: z.int(),
})
const report = z.object({
  issues: z.array(
    z.object({
      rule_id: z.string(),
      path: z.string(),
      severity: z.string(),
      line: z.int().optional(),
      location,
    }),
  ),
  truncated: z.literal(false),
  evaluated_apis: z.literal(1),
})

/** What the built program reports for a document, with the recommended rules of `spectral:oas`. */
export async function ourRows(document: string): Promise<Row[]> {
  return inFolder({ 'rules.yaml': 'extends: spectral:oas\n' }, async (folder) => {
    const issues = await issuesOf(`${shared}/specs/${document}`, join(folder, 'rules.yaml'))
    return issues.map(({ rule_id, path, severity, line = 0 }) => ({ code: rule_id, path, severity, line }))
  })
}

/** What it reports for a document of the project, with all rules. */
export async function ourRecordedRows({ name, text }: Subject): Promise<RecordedRow[]> {
  return inFolder({ [name]: text, 'rules.yaml': allRules }, async (folder) => {
    const issues = await issuesOf(join(folder, name), join(folder, 'rules.yaml'))
    return issues.map(
      ({ rule_id, path, severity, location: { start_line, start_char, end_line, end_char } }) => [
        rule_id,
        path,
        severity,
        start_line,
        start_char,
        end_line,
        end_char,
      ],
    )
  })
}

async function inFolder<Value>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-conformance-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function issuesOf(definition: string, rules: string): Promise<z.infer<typeof report>['issues']> {
  const argv = ['check', '--definition', definition, '--ruleset-file', rules, '--format', 'json']
  const { stdout, stderr } = await runGov(argv)
  const parsed = report.safeParse(stdout === '' ? undefined : JSON.parse(stdout))
  if (!parsed.success) throw new Error(`gov did not evaluate ${definition}: ${stderr}${parsed.error.message}`)
  return parsed.data.issues
}

const recorded = z.array(
  z.object({
    code: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
    severity: z.string(),
    start_line: z.int(),
  }),
)

/** What Spectral reported for it. */
export function theirRows(document: string): Row[] {
  const text = readFileSync(`${shared}/parity/spectral/${document}.json`, 'utf8')
  return recorded.parse(JSON.parse(text)).map(({ code, path, severity, start_line }) => ({
    code,
    path: path.join('.'),
    severity,
    line: start_line,
  }))
}
