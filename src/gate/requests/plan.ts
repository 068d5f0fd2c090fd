import type { Asked, EvaluationRequest, NamedCheck, Selector } from '../../core/model/asked.ts'
import { dividesTargets } from '../../core/model/checks.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import { addToGroup, groupBy } from '../../core/text/group-by.ts'
import { collectProvenCategories, listApiAnswers } from '../decide/gaps.ts'
import { splitIntoChunks } from './split.ts'

export interface Caps {
  readonly api_ids: number
  readonly ruleset_ids: number
  readonly categories: number
}

/** The service's caps on one call (seed, "Limits"). Categories: its text says 20, its schema 10. */
export const requestCaps: Caps = { api_ids: 10, ruleset_ids: 20, categories: 10 }

/**
 * The first calls that answer `asked`, in a fixed order; `planFollowUp` has the rest. APIs and ruleset ids are cut into
 * chunks, so that each pair of them is in exactly one call.
 *
 * The service does not say which of several categories matched nothing, so a category counts as run only when a call
 * for it alone ran a ruleset. No fewer calls than one for each category can show that: they are made with the first
 * chunk of APIs, which needs them anyway.
 */
export function plan(whole: Asked, caps: Caps = requestCaps): EvaluationRequest[] {
  return groupByChecks(whole).flatMap((asked) => planGroup(asked, caps))
}

function planGroup(asked: Asked, caps: Caps): EvaluationRequest[] {
  checkCommas(asked)
  const alone = splitSelector(asked.selector, caps)
  const chunks = splitIntoChunks(asked.api_ids, caps.api_ids)
  const first = alone.length > 1 && 'categories' in asked.selector ? chunks.slice(0, 1) : chunks
  return [
    ...first.flatMap((api_ids) => alone.map((selector) => ({ kind: 'apis' as const, api_ids, selector }))),
    ...asked.definitions.flatMap((definition) =>
      alone.map((selector) => ({ kind: 'definition' as const, definition, selector })),
    ),
  ]
}

/**
 * The calls for the other chunks of APIs, once the first chunk has shown which rulesets each category brings: the
 * categories that ran go together, as many as fit in one call; one that has run nothing yet goes alone, because it
 * may fit only APIs that are still to come.
 */
export function planFollowUp(
  whole: Asked,
  answers: readonly Answer[],
  caps: Caps = requestCaps,
): EvaluationRequest[] {
  return groupByChecks(whole).flatMap((asked) =>
    planGroupFollowUp(asked, listApiAnswers(answers, asked.api_ids), caps),
  )
}

function planGroupFollowUp(asked: Asked, answers: readonly Answer[], caps: Caps): EvaluationRequest[] {
  const chunks = splitIntoChunks(asked.api_ids, caps.api_ids)
  if (!('categories' in asked.selector) || asked.selector.categories.length < 2) return []
  const proven = collectProvenCategories(answers)
  const selectors = [
    ...packCategories(proven, caps).map((categories) => ({ categories })),
    ...asked.selector.categories.filter((name) => !proven.has(name)).map((name) => ({ categories: [name] })),
  ]
  return chunks
    .slice(1)
    .flatMap((api_ids) => selectors.map((selector) => ({ kind: 'apis' as const, api_ids, selector })))
}

function splitSelector(selector: Selector, caps: Caps): Selector[] {
  return 'ruleset_ids' in selector
    ? splitIntoChunks(selector.ruleset_ids, caps.ruleset_ids).map((ruleset_ids) => ({ ruleset_ids }))
    : selector.categories.map((category) => ({ categories: [category] }))
}

/** Categories in groups that stay within both caps, as far as the rulesets seen tell. */
function packCategories(proven: ReadonlyMap<string, ReadonlySet<string>>, caps: Caps): string[][] {
  const groups: { names: string[]; ids: Set<string> }[] = []
  for (const [name, ids] of proven) {
    const last = groups.at(-1)
    const together = new Set([...(last?.ids ?? []), ...ids])
    if (last && last.names.length < caps.categories && together.size <= caps.ruleset_ids) {
      last.names.push(name)
      last.ids = together
    } else groups.push({ names: [name], ids: new Set(ids) })
  }
  return groups.map(({ names }) => names)
}

/** The query of the /oas operation is a comma list: a name with a comma in it would be taken for two others. */
function checkCommas({ definitions, selector }: Asked): void {
  const names = 'ruleset_ids' in selector ? selector.ruleset_ids : selector.categories
  const name = names.find((candidate) => candidate.includes(','))
  if (name === undefined || definitions.length === 0) return
  throw usageError(
    'comma-in-selector',
    `"${name}" contains a comma, and the service splits it into two names when it evaluates a definition`,
    'Select the rulesets of a definition by names without commas.',
  )
}

/** Issues, waivers and baseline entries go by ids and files: two targets of one name would count as one. Throws GovError, usage. */
export function refuseRepeatedIds({ api_ids, definitions }: Asked): void {
  const files = definitions.map(({ file }) => file)
  const repeated = files.find((file, index) => files.indexOf(file) !== index)
  if (repeated !== undefined) {
    const hint = 'Delete one of its entries.'
    throw usageError('definition-repeated', `definition ${repeated} is listed twice`, hint)
  }
  const owners = new Map(api_ids.map((id) => [id, 'a saved API']))
  for (const { file } of definitions) owners.set(file, `definition ${file}`)
  for (const { file, api_id } of definitions) {
    if (api_id === undefined) continue
    const other = owners.get(api_id)
    if (other !== undefined && api_id !== file) {
      const message = `${other} and definition ${file} both have the id ${JSON.stringify(api_id)}`
      throw usageError('api-id-repeated', message, 'Give each definition an api_id of its own.')
    }
    owners.set(api_id, `definition ${file}`)
  }
}

/** Splits a request by checks: each target is in one group, with the rulesets of all checks that have it. Without several, one group. */
export function groupByChecks({ checks, ...asked }: Asked): readonly [Asked, ...Asked[]] {
  if (!dividesTargets(checks)) return [asked]
  const ofApis = findOwners(checks, ({ api_ids }) => api_ids)
  const ofFiles = findOwners(checks, ({ definitions }) => definitions)
  const apis = groupBy(asked.api_ids, (id) => ofApis.get(id)?.join() ?? 'none')
  const files = groupBy(asked.definitions, ({ file }) => ofFiles.get(file)?.join() ?? 'none')
  const [first = { ...asked, api_ids: [], definitions: [] }, ...others] = [
    ...new Set([...apis.keys(), ...files.keys()]),
  ].map((owners) => ({
    api_ids: apis.get(owners) ?? [],
    definitions: files.get(owners) ?? [],
    selector: joinSelectors(owners.split(',').flatMap((at) => checks[Number(at)] ?? [])),
  }))
  return [first, ...others]
}

/** The places of the checks that have each target. */
function findOwners(checks: readonly NamedCheck[], listTargets: (check: NamedCheck) => readonly string[]) {
  const owners = new Map<string, number[]>()
  for (const [at, check] of checks.entries())
    for (const target of new Set(listTargets(check))) addToGroup(owners, target, at)
  return owners
}

/** All checks select by the same key. A target in no check would pass unchecked, so it is a bug. */
function joinSelectors(checks: readonly NamedCheck[]): Asked['selector'] {
  if (checks.length === 0) throw new Error('a target of the run is in no check')
  const ruleset_ids = checks.flatMap((check) => ('ruleset_ids' in check ? check.ruleset_ids : []))
  const categories = checks.flatMap((check) => ('categories' in check ? check.categories : []))
  return ruleset_ids.length > 0
    ? { ruleset_ids: [...new Set(ruleset_ids)] }
    : { categories: [...new Set(categories)] }
}

/** Which part of a run: the `index`th, from 1, of `total`. */
export interface ShardPart {
  readonly index: number
  readonly total: number
}

/** The APIs and definitions of one part. Each is in exactly one, by its name alone: nothing else that is asked for moves it. */
export function takeShard(asked: Asked, { index, total }: ShardPart): Asked {
  const isOurs = (name: string) => hash(name) % total === index - 1
  return {
    ...asked,
    api_ids: asked.api_ids.filter((id) => isOurs(`api ${id}`)),
    definitions: asked.definitions.filter(({ file }) => isOurs(`file ${file.replaceAll('\\', '/')}`)),
  }
}

/** FNV-1a over the code units, then mixed so that the low bits of short names differ as well; 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
