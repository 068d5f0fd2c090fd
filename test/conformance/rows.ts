import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { projectRoot, runGov } from '../e2e/run-gov.ts'
import type { Row } from './compare.ts'

export const shared = resolve(projectRoot, '../shared')
export const documents = ['petstorev3.json', 'asana.yaml', 'stripe.yaml', 'github.json'] as const

const report = z.object({
  issues: z.array(
    z.object({ rule_id: z.string(), path: z.string(), severity: z.string(), line: z.int().optional() }),
  ),
  truncated: z.literal(false),
  evaluated_apis: z.literal(1),
})

/** What the built program reports for a document, with the recommended rules of `spectral:oas`. */
export async function ourRows(document: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-conformance-'))
  try {
    writeFileSync(join(folder, 'rules.yaml'), 'extends: spectral:oas\n')
    return await check(`${shared}/specs/${document}`, join(folder, 'rules.yaml'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function check(definition: string, rules: string): Promise<Row[]> {
  const argv = ['check', '--definition', definition, '--ruleset-file', rules, '--format', 'json']
  const { stdout, stderr } = await runGov(argv)
  const parsed = report.safeParse(stdout === '' ? undefined : JSON.parse(stdout))
  if (!parsed.success) throw new Error(`gov did not evaluate ${definition}: ${stderr}${parsed.error.message}`)
  return parsed.data.issues.map(({ rule_id, path, severity, line = 0 }) => ({
    code: rule_id,
    path,
    severity,
    line,
  }))
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
