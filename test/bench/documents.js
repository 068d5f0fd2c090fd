import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './folders.js'

const folder = join(projectRoot, '../shared/specs')

/** `rounds`: runs of each tool; `few`: of a tool that takes minutes; `limit`: seconds until a run counts as failed. */
const documents = [
  { name: 'petstorev3.json', rounds: 7, limit: 30 },
  { name: 'asana.yaml', rounds: 5, limit: 60 },
  { name: 'stripe.yaml', rounds: 5, limit: 120 },
  { name: 'github.json', rounds: 3, limit: 400, few: { spectral: 1 } },
]

/** The document that the growth table repeats. */
export const growthDocument = { name: 'stripe.yaml', file: join(folder, 'stripe.yaml') }

/** The documents that are there, with their size in bytes, and the names of those that are not. */
export function findDocuments() {
  const all = documents.map((document) => ({ ...document, file: join(folder, document.name) }))
  const found = all.filter(({ file }) => existsSync(file))
  return {
    found: found.map((document) => ({ ...document, size: statSync(document.file).size })),
    absent: all.filter((document) => !found.includes(document)).map(({ name }) => name),
  }
}

/** How often `tool` runs on `document`; 0 leaves it out. */
export function roundsOf({ rounds, few }, tool, quick) {
  const own = few?.[tool.id]
  if (own === undefined) return rounds
  return quick ? 0 : own
}
