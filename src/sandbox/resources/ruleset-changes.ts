import { parseDocument } from '../../core/document/document.ts'
import { isReservedId } from '../../core/model/breaking.ts'
import { isRecord } from '../../core/model/record.ts'
import { readMessage } from '../../core/model/system-error.ts'
import { fold } from '../../core/text/compare-text.ts'
import { exactJson } from '../../core/text/json.ts'
import {
  type RulesetRequest,
  rulesetCreated,
  rulesetDeleted,
  rulesetRequest,
  type SavedRuleset,
  savedRuleset,
} from '../../dashboard/contract/rulesets.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { listRulesets } from '../evaluation/resolve.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { newSecret, requireGovernance, requireUser } from '../http/credentials.ts'
import { badRequestError, jsonAnswer, Refusal, type ServiceRequest } from '../http/exchange.ts'
import { pathParameter, type ServiceRoute } from '../http/route.ts'
import { type RulesetRecord, rulesetRecord, type User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

const tag = 'Rulesets'
const refusals = {
  403: "Governance is off, or the user's permissions do not allow it.",
  404: 'The organisation has no such ruleset.',
}
const bodyRefusals = {
  400: 'The body is not a ruleset, its definition cannot be used, or a category is not one of an API.',
  409: 'Another ruleset has the name or the id.',
}
const body = { 'application/json': rulesetRequest }
const parameters = [pathParameter('id', 'The stable or the internal id of the ruleset.')]

interface ChangeReading {
  /** Refuses with 400 rules that cannot be used. */
  readonly compile: (record: RulesetRecord) => Promise<Ruleset>
  readonly saved: (record: RulesetRecord) => Promise<SavedRuleset>
}

/** The operations that change rulesets. Each change is one record. */
export function rulesetChanges(
  workspace: Workspace,
  { limits, now }: AppOptions,
  { compile, saved }: ChangeReading,
): ServiceRoute[] {
  const { store } = workspace
  const time = () => now().toISOString()
  /** What is looked up stays true until the change is kept. */
  const change = async (
    request: ServiceRequest,
    make: (user: User, body: RulesetRequest) => Promise<RulesetRecord>,
  ): Promise<RulesetRecord> => {
    const user = requireAuthor(request, workspace)
    const wanted = await jsonBody(request, rulesetRequest(), limits.bodyBytes, limits.bodyBytes)
    return store.change(async () => {
      const record = await make(user, wanted)
      requireFree(record, workspace)
      // A file that stays is not what this request brought.
      if (record.definition !== undefined) await compile(record)
      await store.rulesets.save(record)
      return record
    })
  }
  return [
    {
      method: 'POST',
      path: '/api/rulesets',
      id: 'createRuleset',
      tag,
      summary: 'Create a ruleset',
      description: 'Saves a new ruleset. The answer has its internal id.',
      credential: 'user',
      body,
      answer: { description: 'The ruleset was created.', schema: rulesetCreated, status: 201 },
      refusals: { 403: refusals[403], ...bodyRefusals },
      handle: async (request) => {
        const { id } = await change(request, async (user, wanted) =>
          newRecord(user, wanted, workspace, time()),
        )
        return jsonAnswer({ Status: 'success', Message: 'ruleset created', Meta: id }, { status: 201 })
      },
    },
    {
      method: 'PUT',
      path: '/api/rulesets/{id}',
      id: 'updateRuleset',
      tag,
      summary: 'Replace a ruleset',
      description: 'Replaces a ruleset but for its ids. Without action or resource_type, those stay.',
      credential: 'user',
      parameters,
      body,
      answer: { description: 'The ruleset as it is now.', schema: savedRuleset },
      refusals: { ...refusals, ...bodyRefusals },
      handle: async (request, { id = '' }) => {
        const record = await change(request, async (user, wanted) => {
          const old = findRuleset(listRulesets(workspace, user), id)
          return changed(old, wanted, await saved(old), workspace, time())
        })
        return jsonAnswer(await saved(record))
      },
    },
    {
      method: 'DELETE',
      path: '/api/rulesets/{id}',
      id: 'deleteRuleset',
      tag,
      summary: 'Delete a ruleset',
      description: 'Marks a ruleset as deleted: no operation finds it, and its ids stay taken.',
      credential: 'user',
      parameters,
      answer: { description: 'The ruleset was deleted.', schema: rulesetDeleted },
      refusals,
      handle: async (request, { id = '' }) => {
        const user = requireAuthor(request, workspace)
        await store.change(async () => {
          const old = findRuleset(listRulesets(workspace, user), id)
          await store.rulesets.save({ ...old, deleted_at: time() })
        })
        return jsonAnswer({ Status: 'success', Message: 'ruleset deleted', Meta: null })
      },
    },
  ]
}

/** The ruleset with this stable id, else with this internal one. Refuses with 404. */
export function findRuleset(rulesets: readonly RulesetRecord[], wanted: string | undefined): RulesetRecord {
  const found =
    rulesets.find(({ ruleset_id }) => ruleset_id === wanted) ?? rulesets.find(({ id }) => id === wanted)
  if (found === undefined) throw new Refusal(404, 'Could not retrieve ruleset detail')
  return found
}

function requireAuthor(request: ServiceRequest, workspace: Workspace): User {
  const user = requireUser(request, workspace, { group: 'governance', level: 'write' })
  requireGovernance(workspace.settings.governance)
  return user
}

function newRecord(user: User, wanted: RulesetRequest, workspace: Workspace, now: string): RulesetRecord {
  if (user.org_id === '') throw badRequestError('The user belongs to no organisation')
  const id = newSecret(12)
  if (isReservedId(wanted.ruleset_id ?? ''))
    throw badRequestError(`The ruleset_id ${wanted.ruleset_id} is reserved`)
  const ids = { id, ruleset_id: wanted.ruleset_id || id, org_id: user.org_id }
  const { resource_type = 'oas-api', action = 'none' } = wanted
  const facts = { ...readFacts(wanted, user.org_id, workspace), resource_type, action }
  const times = { date_created: now, last_updated: now }
  return checked({ ...ids, ...facts, ...times, definition: requireDefinition(wanted) })
}

/** The file with the rules stays where it says the same: it can have comments, and extend other files. */
function changed(
  old: RulesetRecord,
  wanted: RulesetRequest,
  { definition }: SavedRuleset,
  workspace: Workspace,
  now: string,
): RulesetRecord {
  const { rules, definition: _text, ...kept } = old
  const { resource_type = old.resource_type, action = old.action } = wanted
  const facts = { ...readFacts(wanted, old.org_id, workspace), resource_type, action, last_updated: now }
  const text = requireDefinition(wanted)
  const isSame = rules !== undefined && definition !== undefined && isSameJson(text, definition)
  return checked({ ...kept, ...facts, ...(isSame ? { rules } : { definition: text }) })
}

function readFacts(
  { name, description = '', active = false, categories }: RulesetRequest,
  org_id: string,
  workspace: Workspace,
) {
  if (name.trim() === '') throw badRequestError('name is empty')
  return { name, description, active, categories: requireCategories(categories ?? [], org_id, workspace) }
}

/** Trimmed, without empty ones, and each once, whatever the case of its letters. Refuses with 400 unknown ones. */
function requireCategories(names: readonly string[], org_id: string, { apis }: Workspace): readonly string[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '')
  const own = apis.filter((api) => api.org_id === org_id).flatMap(({ categories }) => categories)
  const known = new Set(own.map(fold))
  const unknown = trimmed.filter((name) => !known.has(fold(name)))
  if (unknown.length > 0) throw badRequestError(`No API has these categories: ${unknown.join(', ')}`)
  return [...new Map(trimmed.toReversed().map((name) => [fold(name), name])).values()].toReversed()
}

function requireDefinition({ definition }: RulesetRequest): string {
  try {
    if (isRecord(parseDocument(definition, 'json').value)) return definition
  } catch (error) {
    throw badRequestError(`definition is not JSON: ${readMessage(error)}`)
  }
  throw badRequestError('definition is not a JSON object')
}

function isSameJson(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => exactJson(parseDocument(text, 'json').value))
  return first === second
}

const actions: readonly unknown[] = ['none', 'warn']

/** Refuses with 400 what a record cannot hold. */
function checked(record: Readonly<Record<string, unknown>>): RulesetRecord {
  if (!actions.includes(record.action))
    throw badRequestError(`action is neither none nor warn: ${record.action}`)
  const result = rulesetRecord().safeParse(record)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badRequestError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}

/** Names are those of an organisation, and ids are those of all rulesets, also of deleted ones. Refuses with 409. */
function requireFree({ id, ruleset_id, name, org_id }: RulesetRecord, { store }: Workspace): void {
  const others = store.rulesets.all().filter((each) => each.id !== id)
  if (others.some((each) => each.ruleset_id === ruleset_id || each.id === ruleset_id))
    throw new Refusal(409, `The ruleset_id ${ruleset_id} is taken`)
  const live = others.filter((each) => each.org_id === org_id && (each.deleted_at ?? null) === null)
  if (live.some((each) => each.name === name))
    throw new Refusal(409, `The name ${JSON.stringify(name)} is taken`)
}
