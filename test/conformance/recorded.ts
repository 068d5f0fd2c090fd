import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { projectRoot } from '../e2e/run-gov.ts'
import { madeDocuments, textOf } from './made-document.ts'

/** An issue as Spectral reports it: lines and columns count from 1. */
export const recordedRow = z.tuple([
  z.string().describe('rule'),
  z.string().describe('path, dot-joined'),
  z.string().describe('severity'),
  z.int().describe('start line'),
  z.int().describe('start column'),
  z.int().describe('end line'),
  z.int().describe('end column'),
])

export type RecordedRow = z.infer<typeof recordedRow>

/** What Spectral reports for a document: each issue, or of a large one the number by rule and the digest of all. */
export const recording = z.object({
  document: z.string(),
  rows: z.array(recordedRow).optional(),
  counts: z.record(z.string(), z.int()),
  digest: z.string(),
})

export type Recording = z.infer<typeof recording>

export const allRules = 'extends: [[spectral:oas, all]]\n'

export const recordedFile = join(projectRoot, 'test/conformance/recorded.json')

export interface Subject {
  readonly name: string
  readonly text: string
  readonly isLarge: boolean
}

/** The demo APIs, the example that breaks each rule, and documents made with mistakes in them. */
export function subjects(): readonly Subject[] {
  const made = madeDocuments.map((madeDocument) => ({
    name: madeDocument.name,
    text: textOf(madeDocument),
    isLarge: madeDocument.paths > 100,
  }))
  return [...demoApis(), ...brokenRules(), ...made]
}

function demoApis(): readonly Subject[] {
  const folder = join(projectRoot, 'fixtures/workspace/apis')
  const files = readdirSync(folder).flatMap((api) => [`${api}/openapi.yaml`, `${api}/openapi.json`])
  return files
    .filter((file) => existsSync(join(folder, file)))
    .map((file) => ({
      name: file.replace('/', '-'),
      text: readFileSync(join(folder, file), 'utf8'),
      isLarge: false,
    }))
}

const explained = z.record(z.string(), z.looseObject({ fails: z.string() }))

/** The documents by which `gov explain` shows what breaks a rule. */
function brokenRules(): readonly Subject[] {
  const file = join(projectRoot, 'src/engine/rulesets/explanations/oas.yaml')
  return Object.entries(explained.parse(load(readFileSync(file, 'utf8')))).map(([rule, { fails }]) => ({
    name: `breaks-${rule}.yaml`,
    text: /^(?:openapi|swagger):/m.test(fails) ? fails : `${versionFor(rule)}\n${fails}`,
    isLarge: false,
  }))
}

function versionFor(rule: string): string {
  if (rule.startsWith('oas2')) return 'swagger: "2.0"'
  if (rule.startsWith('oas3_1')) return 'openapi: 3.1.0'
  return rule.startsWith('oas3_2') ? 'openapi: 3.2.0' : 'openapi: 3.0.3'
}

export function readRecordings(): ReadonlyMap<string, Recording> {
  const all = z.record(z.string(), recording).parse(JSON.parse(readFileSync(recordedFile, 'utf8')))
  return new Map(Object.entries(all))
}

/** In an order of their own: that of the issues of two engines is not the same. */
export function recordingOf({ text, isLarge }: Subject, rows: readonly RecordedRow[]): Recording {
  const sorted = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const rules = [...new Set(sorted.map(([rule]) => rule))]
  return {
    document: digestOf(text),
    ...(!isLarge && { rows: sorted }),
    counts: Object.fromEntries(rules.map((rule) => [rule, sorted.filter(([each]) => each === rule).length])),
    digest: digestOf(JSON.stringify(sorted)),
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
