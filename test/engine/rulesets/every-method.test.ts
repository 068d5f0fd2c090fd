import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { isHttpMethod } from '../../../src/core/model/api-part.ts'
import { isRecord } from '../../../src/core/model/record.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readExplanations } from '../../../src/engine/rulesets/explanations/index.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { load } from '../ruleset/load.ts'

const explanations = await readExplanations()
const rules = (
  await Promise.all(
    [...builtinRulesets.keys()].map((name) => load(`extends: [[${JSON.stringify(name)}, all]]`)),
  )
).flat()

/** About what changes something: QUERY does not, and a method that OpenAPI does not name may. */
const ofWriting = new Set([
  'owasp-protection-global-unsafe',
  'owasp-protection-global-unsafe-strict',
  'owasp:api2:2023-write-restricted',
])
/** About what only reads. */
const ofReading = new Set(['owasp-protection-global-safe', 'owasp:api2:2023-read-restricted'])

/** About one method each. */
const ofOneMethod = new Set(['no-request-body', 'post-response-success'])

type Mapping = Readonly<Record<string, unknown>>

/** Each operation of each path item as `plant` has it. */
function replanted(document: Mapping, plant: (operation: unknown) => Mapping): Mapping {
  const items = isRecord(document.paths) ? Object.entries(document.paths) : []
  const paths = items.map(([path, item]) => {
    const parts = isRecord(item) ? Object.entries(item) : []
    return [
      path,
      Object.fromEntries(
        parts.flatMap(([key, value]) => (isHttpMethod(key) ? Object.entries(plant(value)) : [[key, value]])),
      ),
    ]
  })
  return { ...document, openapi: '3.2.0', paths: Object.fromEntries(paths) }
}

function countOf(id: string, document: Mapping): number {
  const own = rules.filter((rule) => rule.id === id)
  const issues = evaluate(parseDocument(JSON.stringify(document), 'json'), { rules: own })
  return issues.filter(({ rule }) => rule.id === id).length
}

const withOneOperation = [...explanations].flatMap(([id, { examples }]) => {
  const failing = examples.find(({ kind }) => kind === 'fails')?.document
  const value = failing?.kind === 'text' ? parseDocument(failing.text, 'yaml').value : undefined
  if (!isRecord(value) || !isRecord(value.paths) || 'swagger' in value) return []
  const items = Object.values(value.paths).filter(isRecord)
  const isPlain = items.every((item) => Object.keys(item).filter(isHttpMethod).length === 1)
  return isPlain && countOf(id, { ...value, openapi: '3.2.0' }) > 0 ? [{ id, value }] : []
})

describe('a fault is found under every method that OpenAPI 3.2 has', () => {
  it('is shown of most rules', () => {
    expect(withOneOperation.length).toBeGreaterThan(20)
  })

  it.each(withOneOperation)('$id', ({ id, value }) => {
    const found = countOf(id, { ...value, openapi: '3.2.0' })
    const query = countOf(
      id,
      replanted(value, (operation) => ({ query: operation })),
    )
    const copy = countOf(
      id,
      replanted(value, (operation) => ({ additionalOperations: { COPY: operation } })),
    )
    expect({ query, copy }).toEqual({
      query: ofWriting.has(id) || ofOneMethod.has(id) ? 0 : found,
      copy: ofReading.has(id) || ofOneMethod.has(id) ? 0 : found,
    })
  })
})
