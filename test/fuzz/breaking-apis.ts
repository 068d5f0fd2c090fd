/** `gov diff` beside values that show a break, as `breaking.ts`, in definitions with components, in several files and with discriminators. */
import { createApiSource } from '../../src/check/base/compare-versions.ts'
import { compareApis } from '../../src/check/breaking/compare-apis.ts'
import { getBreakingRule } from '../../src/check/breaking/rules/index.ts'
import { parseDocument } from '../../src/core/document/document.ts'
import type { SourceDocument } from '../../src/core/model/source-document.ts'
import { today } from '../check/breaking/changes-between.ts'
import { type Api, type ApiPairCase, apiPairs, type Layout } from './api-pairs.ts'
import { findApiBreaks, findOtherMeaning, listApiValues } from './api-witnesses.ts'
import { judgePair, oracle } from './oracle.ts'
import { isSchema, type Schema, type Use } from './schema-pairs.ts'
import { revived } from './witnesses.ts'

export const run = oracle(apiPairs, (pair) => {
  if ([pair.base, pair.head].some(isEndless)) return 'endless'
  const severities = listFindings(pair).map(({ rule }) => getBreakingRule(rule).severity)
  const shown = findApiBreak(pair)
  return judgePair(pair, severities, shown)
})

/** A value that shows a break, and in which way. */
export function findApiBreak(pair: ApiPairCase) {
  const values = listApiValues(pair)
  const [plain] = findApiBreaks(pair, false, values)
  const isTold = JSON.stringify(pair).includes('discriminator')
  const told = isTold ? findApiBreaks(pair, true, values) : [plain]
  // A property that was always there may become a discriminator, and cease to be one.
  const value =
    plain !== undefined || haveSameDiscriminators(pair)
      ? told.find((each) => plain !== undefined || isNamed(each))
      : undefined
  if (value !== undefined) return { value }
  const filled = findOtherMeaning(pair, values)
  return filled === undefined ? undefined : { filled }
}

/** A file that is a schema has no name by which a discriminator finds it. */
function haveSameDiscriminators({ layouts, base, head }: ApiPairCase): boolean {
  const [before, after] = [base, head].map(({ root, schemas }) => {
    const told = Object.entries(schemas).filter(([, each]) => JSON.stringify(each).includes('discriminator'))
    return JSON.stringify([root, told.map(([name]) => name)])
  })
  return before === after && !layouts.includes('each')
}

const isNamed = (value: unknown) => value !== undefined && /"kind":"[ABCxy]"/.test(JSON.stringify(value))

export function listFindings({ use, versions, base, head, layouts }: ApiPairCase) {
  const apis = [
    createSource(use, versions[0], base, layouts[0]),
    createSource(use, versions[1], head, layouts[1]),
  ] as const
  return compareApis(...apis, { today }).breaking
}

/** Whether a schema leads back to itself about the same value; what an allOf and a mapping name is read without its discriminator. */
export function isEndless({ schemas }: Api): boolean {
  const next = (each: unknown, isPlain: boolean): readonly string[] => {
    if (!isSchema(each)) return []
    const { $ref, allOf, anyOf, oneOf, not, discriminator } = each
    const joined = [allOf].flat().flatMap((one) => next(one, true))
    const mapped = isPlain ? [] : Object.values(Object(Object(discriminator).mapping))
    return [
      ...(typeof $ref === 'string' ? [isPlain ? `${$ref} plain` : $ref] : []),
      ...joined,
      ...[anyOf, oneOf, not].flat().flatMap((one) => next(one, false)),
      ...mapped.map((name) => `${name} plain`),
    ]
  }
  const follow = (name: string) => next(schemas[name.replace(' plain', '')], name.endsWith(' plain'))
  return Object.keys(schemas)
    .flatMap((name) => [name, `${name} plain`])
    .some((name) => {
      const found = new Set(follow(name))
      for (const each of found) for (const more of follow(each)) found.add(more)
      return found.has(name)
    })
}

const main = 'main.json'

function fileOf(name: string, layout: Layout): string {
  return layout === 'one' ? main : layout === 'two' ? 'all.json' : `${name}.json`
}

function createSource(use: Use, version: string, { root, schemas }: Api, layout: Layout) {
  const address = (name: unknown, from: string) => {
    const file = fileOf(String(name), layout)
    const pointer = layout === 'each' ? '' : `#/components/schemas/${name}`
    return file === from && pointer !== '' ? pointer : `${file}${pointer}`
  }
  const write = (schema: Schema, from: string) =>
    revived(schema, (each) => {
      const { $ref, discriminator } = each
      const mapping = isSchema(discriminator) ? discriminator.mapping : undefined
      const mapped = Object.entries(Object(mapping)).map(([value, name]) => [value, address(name, from)])
      return {
        ...each,
        ...(typeof $ref === 'string' && { $ref: address($ref, from) }),
        ...(isSchema(mapping) && {
          discriminator: { propertyName: 'kind', mapping: Object.fromEntries(mapped) },
        }),
      }
    })
  const content = { content: { 'application/json': { schema: write(root, main) } } }
  const operation =
    use === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } }
  const written = Object.entries(schemas).map(
    ([name, each]) => [name, write(each, fileOf(name, layout))] as const,
  )
  const components = { schemas: Object.fromEntries(written) }
  const openapi = { openapi: version, paths: { '/a': { post: operation } } }
  if (layout === 'one') return createFiles({ ...openapi, components }, {})
  return createFiles(
    openapi,
    layout === 'two'
      ? { 'all.json': { components } }
      : Object.fromEntries(written.map(([name, each]) => [`${name}.json`, each])),
  )
}

function createFiles(root: unknown, files: Readonly<Record<string, unknown>>) {
  const parse = (value: unknown) => parseDocument(JSON.stringify(value), 'json')
  const documents = new Map<string, SourceDocument>(
    Object.entries(files).map(([name, value]) => [name, parse(value)]),
  )
  const holders = new Map<object, string>()
  const hold = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return
    holders.set(value, name)
    for (const each of Object.values(value)) hold(each, name)
  }
  for (const [name, { value }] of documents) hold(value, name)
  return createApiSource(parse(root), {
    documents,
    holder: (ref) => holders.get(ref),
    findFileName: (_, file) => ({ name: file === main ? undefined : file }),
  })
}
