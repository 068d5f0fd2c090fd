import { z } from 'zod'
import { parseDocument } from '../../core/document/document.ts'
import { fold } from '../../core/text/compare-text.ts'
import { rulesetDetail, rulesetsPage, type SavedRuleset } from '../../dashboard/contract/rulesets.ts'
import { chooseDialect } from '../evaluation/evaluator.ts'
import { listRulesets } from '../evaluation/operations.ts'
import { type AppOptions, carry, type Offload } from '../http/app-options.ts'
import { requireGovernor } from '../http/credentials.ts'
import { badRequestError, jsonAnswer, Refusal, type ServiceRequest } from '../http/exchange.ts'
import {
  busyRefusals,
  pageParameter,
  queryParameter,
  type ServiceRoute,
  sortItems,
  tagUserRoutes,
  takePage,
  type UserRoute,
} from '../http/route.ts'
import type { RulesetRecord, UserRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { type AppliedRules, compileAppliedRules, createAppliedMemory } from './applied-rules.ts'
import { inlineExtends } from './inline-extends.ts'
import {
  answerRuleset,
  requireStoredRuleset,
  rulesetChanges,
  rulesetParameters,
  rulesetRefusals,
} from './ruleset-changes.ts'

const resourceTypes = ['oas-api', 'mcp-api'] as const

/** Lookups and changes of saved rulesets. A file that cannot be read hides only what is in it. */
export function rulesetRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  const { onFault, offload, limits, isReader } = options
  const applied = createAppliedMemory(workspace)
  /** Undefined for a ruleset that cannot be read, or needs too much time or memory, while the client still waits. */
  const ignoreUnreadable = <Value>(
    reading: Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value | undefined> =>
    reading.catch((error: unknown) => {
      if (signal?.aborted || (error instanceof Refusal && error.status !== 400)) throw error
      onFault?.(error, 'answered')
      return undefined
    })
  const toSavedRuleset = async (record: RulesetRecord): Promise<SavedRuleset> => {
    const { id, rules: _file, definition: _text, deleted_at: _deleted, ...facts } = record
    const definition = await ignoreUnreadable(readDefinition(record, workspace))
    return { _id: id, ...facts, ...(definition !== undefined && { definition }) }
  }
  const compileHere = (record: RulesetRecord) =>
    compileAppliedRules(record.ruleset_id, workspace.rules(record), chooseDialect(workspace, options))
  const compileThere = async (request: ServiceRequest, user: UserRecord, offload: Offload) => {
    const { status, text } = await carry(request, user, limits.bodyBytes, offload)
    if (status !== 200) throw new Error(`The rules were not compiled: ${status} ${text}`)
    const compiled: AppliedRules | null = JSON.parse(text)
    return compiled ?? undefined
  }
  const detail: UserRoute = {
    method: 'GET',
    path: '/api/rulesets/{id}',
    id: 'getRuleset',
    summary: 'Read one ruleset',
    description: 'The ruleset with its definition and its rules, inherited ones included.',
    parameters: rulesetParameters,
    answer: { description: 'The ruleset.', schema: rulesetDetail },
    refusals: { ...rulesetRefusals, ...busyRefusals },
    handle: async (request, { id: wanted }) => {
      const user = requireGovernor(request, workspace, 'read')
      const record = requireStoredRuleset(listRulesets(workspace, user), wanted)
      if (isReader) return jsonAnswer((await ignoreUnreadable(compileHere(record))) ?? null)
      const known = await applied.find(record)
      const compile = () => (offload ? compileThere(request, user, offload) : compileHere(record))
      const found = known ?? (await ignoreUnreadable(compile(), request.signal))
      if (found && found !== known) applied.remember(record, found)
      return answerRuleset(await toSavedRuleset(record), { applied_rules: found?.rules ?? [] })
    },
  }
  return tagUserRoutes('Rulesets', [
    {
      method: 'GET',
      path: '/api/rulesets',
      id: 'listRulesets',
      summary: 'List the rulesets',
      description:
        "The organisation's rulesets, paged; templates only if requested. Definitions beyond 8 MB are left out: look those rulesets up.",
      parameters: [
        pageParameter,
        queryParameter('q', 'Part of the name, case-insensitive.'),
        queryParameter('categories', 'One category that the ruleset has.'),
        queryParameter('resource_type', 'What the ruleset applies to.', () => z.enum(resourceTypes)),
        queryParameter('active', 'Only active or only inactive rulesets.', () => z.boolean()),
        queryParameter('is_template', 'Only templates.', () => z.boolean()),
        queryParameter(
          'sort',
          'name, date_created or last_updated, with a hyphen in front for descending; any other text is -last_updated.',
        ),
      ],
      answer: { description: 'One page of rulesets.', schema: rulesetsPage },
      refusals: {
        403: rulesetRefusals[403],
        400: 'p is not a number, a flag is neither true nor false, or resource_type is none.',
      },
      handle: async (request, _parameters, query) => {
        const user = requireGovernor(request, workspace, 'read')
        const found = filterRulesets(listRulesets(workspace, user), query)
        const { items, pages } = takePage(sortRulesets(found, query.get('sort')), query)
        return jsonAnswer({ rulesets: withoutTooMuch(await Promise.all(items.map(toSavedRuleset))), pages })
      },
    },
    detail,
    ...rulesetChanges(workspace, options, toSavedRuleset, applied.remember),
  ])
}

/** Characters of definitions in one answer. */
const mostPageText = 8 * 1024 * 1024

/** A client that needs a definition that is left out looks up the ruleset itself. */
function withoutTooMuch(rulesets: readonly SavedRuleset[]): SavedRuleset[] {
  let left = mostPageText
  return rulesets.map(({ definition, ...facts }) => {
    left -= definition?.length ?? 0
    return left < 0 || definition === undefined ? facts : { ...facts, definition }
  })
}

/** With `is_template=true` only templates are listed, and without it none. */
function filterRulesets(
  rulesets: readonly RulesetRecord[],
  query: URLSearchParams,
): readonly RulesetRecord[] {
  const part = fold(query.get('q'))
  const category = fold(query.get('categories'))
  const type = query.get('resource_type')
  if (type !== null && !resourceTypes.some((each) => each === type))
    throw badRequestError(`resource_type is neither ${resourceTypes.join(' nor ')}: ${type}`)
  const active = readBoolean(query, 'active')
  const templates = readBoolean(query, 'is_template') ?? false
  return rulesets.filter(
    (ruleset) =>
      fold(ruleset.name).includes(part) &&
      (category === '' || ruleset.categories.some((name) => fold(name) === category)) &&
      (type === null || ruleset.resource_type === type) &&
      (active === undefined || ruleset.active === active) &&
      ruleset.is_template === templates,
  )
}

function readBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (value !== 'true' && value !== 'false')
    throw badRequestError(`${name} is neither true nor false: ${value}`)
  return value === 'true'
}

const sortFields = ['name', 'date_created', 'last_updated'] as const

/** Any text that is not an order stands for the last changed first. */
function sortRulesets(rulesets: readonly RulesetRecord[], sort: string | null): readonly RulesetRecord[] {
  const ascending = sortFields.find((field) => field === sort)
  const field = ascending ?? sortFields.find((each) => `-${each}` === sort) ?? 'last_updated'
  return sortItems(rulesets, (ruleset) => ruleset[field], ascending ? 1 : -1)
}

/** The definition as JSON, however it is written, with the files that it extends. What an operation has saved is that already. */
async function readDefinition(record: RulesetRecord, workspace: Workspace): Promise<string> {
  const { name, text, format, read } = await workspace.rules(record)
  if (record.rules === undefined) return text
  const { value } = parseDocument(text, format)
  const whole = await inlineExtends(value, name, read).catch(() => undefined)
  return JSON.stringify(whole ?? value)
}
