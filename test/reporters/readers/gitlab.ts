import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkerOf } from './json-schema.ts'
import type { Reader } from './reading.ts'

interface Entry {
  readonly description: string
  readonly check_name: string
  readonly fingerprint: string
  readonly severity: string
}

const check = checkerOf(
  JSON.parse(readFileSync(join(import.meta.dirname, '../schemas/code-quality.json'), 'utf8')),
)

export const gitlab: Reader = (text) => {
  const entries: Entry[] = JSON.parse(text)
  check(entries)
  const fingerprints = new Set(entries.map(({ fingerprint }) => fingerprint))
  if (fingerprints.size !== entries.length) throw new Error('two entries share a fingerprint')
  return {
    issues: entries
      .filter(({ severity }) => severity !== 'blocker')
      .map(({ severity, description }) => `${severity} ${description}`),
    faults: entries.filter(({ severity }) => severity === 'blocker').map(({ description }) => description),
    shape: entries.map((entry) => Object.keys(entry).join(' ')),
  }
}
