import { expect, it } from 'vitest'
import { builtinDrafts } from '../../../../src/check/rulesets/known-rulesets.ts'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { isObject, isRecord } from '../../../../src/core/model/record.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { runExample } from '../../../../src/engine/examples/run-example.ts'
import { finishRule } from '../../../../src/engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../../../src/engine/rulesets/explanations/index.ts'
import { viewOfFile } from '../../../../src/features/fix/definition-views.ts'
import { builtinFixes } from '../../../../src/features/fix/fixes-of.ts'
import { applyFixes } from '../../../../src/features/fix/propose/apply-fixes.ts'
import { createOutline } from '../../../../src/features/fix/propose/outline.ts'
import { propose } from '../../../../src/features/fix/propose/propose.ts'

const drafts = new Map((await builtinDrafts()).flatMap(({ drafts: { rules } }) => [...rules]))
const explanations = await readExplanations()

/** Each member of an object so many times, under other names, with its operation ids and tags. */
function repeatMembers(value: unknown, count: number): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      Array.from({ length: count }, (_, index) => [
        key.endsWith('/') ? `${key}x${index}/` : `${key}x${index}`,
        JSON.parse(
          JSON.stringify(member).replaceAll(/("operationId":"[^"]*|"tags":\["[^"]*)/g, `$1x${index}`),
        ),
      ]),
    ),
  )
}

/** A document with so many of each path and component. */
function grow(document: unknown, count: number): unknown {
  if (!isRecord(document)) return document
  const components = isRecord(document.components) ? Object.entries(document.components) : []
  return {
    ...document,
    paths: repeatMembers(document.paths ?? {}, count),
    ...(document.definitions !== undefined && { definitions: repeatMembers(document.definitions, count) }),
    components: Object.fromEntries(components.map(([key, each]) => [key, repeatMembers(each, count)])),
  }
}

/** A value that counts how often something in it is read: unlike time, the same in every run. */
function createCounter(root: unknown) {
  const proxies = new WeakMap<object, object>()
  let reads = 0
  const wrap = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const known = proxies.get(value) ?? new Proxy(value, handler)
    proxies.set(value, known)
    return known
  }
  const handler: ProxyHandler<object> = {
    get: (holder, key) => {
      reads++
      return wrap(Reflect.get(holder, key))
    },
    getOwnPropertyDescriptor: (holder, key) => {
      reads++
      return Reflect.getOwnPropertyDescriptor(holder, key)
    },
  }
  return { value: wrap(root), count: () => reads }
}

/** How often a document is read to make all fixes of a rule in it. */
function countReads(rule: string, document: unknown): number {
  const draft = drafts.get(rule)
  const source = parseDocument(JSON.stringify(document), 'json')
  const found = evaluate(source, { rules: draft ? finishRule(draft) : [] }, {}, {})
  const issues = found.filter((issue) => issue.rule.id === rule)
  const { value, count } = createCounter(source.value)
  const read = { ...source.parsed, value }
  const outline = createOutline(source.text, 'json', read)
  const proposals = issues.flatMap(({ path }) => {
    const made = propose(viewOfFile('a', path, outline), builtinFixes.get(rule) ?? [])
    return made && 'files' in made ? made : []
  })
  const { applied } = applyFixes(() => ({ outline, read }), proposals)
  expect(applied.length).toBeGreaterThanOrEqual(Math.min(1, proposals.length))
  return count()
}

it.each([...builtinFixes.keys()])('the work for %s grows as its issues do', { timeout: 60_000 }, (rule) => {
  const draft = drafts.get(rule)
  const [example] = (explanations.get(rule)?.examples ?? []).filter(({ kind }) => kind === 'fails')
  if (draft === undefined || example === undefined) throw new Error(`${rule} has no example`)
  const { text = '' } = runExample({ ...example, issues: undefined }, finishRule(draft))
  const { value } = parseDocument(text, 'yaml')
  const [one, two, four] = [40, 80, 160].map((count) => countReads(rule, grow(value, count)))
  expect((four ?? 0) - (two ?? 0)).toBeLessThanOrEqual(2.1 * ((two ?? 0) - (one ?? 0)) + 100)
})
