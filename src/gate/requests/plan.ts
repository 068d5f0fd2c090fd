import type { Asked, EvaluationRequest, Selector } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import { provenCategories } from '../decide/selected.ts'
import { groupByChecks, listApiAnswers } from './groups.ts'
import { inChunks } from './split.ts'

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
  const alone = selectorsAlone(asked.selector, caps)
  const chunks = inChunks(asked.api_ids, caps.api_ids)
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
  const chunks = inChunks(asked.api_ids, caps.api_ids)
  if (!('categories' in asked.selector) || asked.selector.categories.length < 2) return []
  const proven = provenCategories(answers)
  const selectors = [
    ...packed(proven, caps).map((categories) => ({ categories })),
    ...asked.selector.categories.filter((name) => !proven.has(name)).map((name) => ({ categories: [name] })),
  ]
  return chunks
    .slice(1)
    .flatMap((api_ids) => selectors.map((selector) => ({ kind: 'apis' as const, api_ids, selector })))
}

function selectorsAlone(selector: Selector, caps: Caps): Selector[] {
  return 'ruleset_ids' in selector
    ? inChunks(selector.ruleset_ids, caps.ruleset_ids).map((ruleset_ids) => ({ ruleset_ids }))
    : selector.categories.map((category) => ({ categories: [category] }))
}

/** Categories in groups that stay within both caps, as far as the rulesets seen tell. */
function packed(proven: ReadonlyMap<string, ReadonlySet<string>>, caps: Caps): string[][] {
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
  const name = names.find((each) => each.includes(','))
  if (name === undefined || definitions.length === 0) return
  throw usageError(
    'comma-in-selector',
    `"${name}" contains a comma, and the service splits it into two names when it evaluates a definition`,
    'Select the rulesets of a definition by names without commas.',
  )
}

/**
 * Issues, waivers and baseline entries go by ids and files: two targets with one of them would excuse each other, and
 * count as one. Throws GovError, usage.
 */
export function refuseRepeatedIds({ api_ids, definitions }: Asked): void {
  const files = definitions.map(({ file }) => file)
  const repeated = files.find((file, index) => files.indexOf(file) !== index)
  if (repeated !== undefined) throw repeatedFileError(repeated)
  const owners = new Map(api_ids.map((id) => [id, 'a saved API']))
  for (const { file } of definitions) owners.set(file, `definition ${file}`)
  for (const { file, api_id } of definitions) {
    if (api_id === undefined) continue
    const other = owners.get(api_id)
    if (other !== undefined && api_id !== file) throw repeatedIdError(api_id, other, file)
    owners.set(api_id, `definition ${file}`)
  }
}

function repeatedIdError(id: string, one: string, file: string): Error {
  return usageError(
    'api-id-repeated',
    `${one} and definition ${file} both have the id ${JSON.stringify(id)}`,
    'Give each definition an api_id of its own.',
  )
}

function repeatedFileError(file: string): Error {
  const hint = 'Delete one of its entries.'
  return usageError('definition-repeated', `definition ${file} is listed twice`, hint)
}
