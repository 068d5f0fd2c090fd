import { z } from 'zod'
import { isReservedId } from '../../core/model/breaking.ts'
import { fold } from '../../core/text/compare-text.ts'
import { contentId } from '../../core/text/digest.ts'
import {
  rulesetCreated,
  rulesetDeleted,
  rulesetRequest,
  type SavedRuleset,
  savedRuleset,
} from '../../dashboard/contract/rulesets.ts'
import { listRulesets } from '../evaluation/operations.ts'
import { type AppOptions, carry } from '../http/app-options.ts'
import { newSecret, requireGovernor } from '../http/credentials.ts'
import {
  badRequestError,
  jsonAnswer,
  Refusal,
  type ServiceAnswer,
  type ServiceRequest,
} from '../http/exchange.ts'
import { busyRefusals, type Parameter, pathParameter, type UserRoute } from '../http/route.ts'
import { groupByCategory, listOwnApis } from '../store/own-apis.ts'
import {
  isLive,
  type RulesetRecord,
  rulesetRecord,
  type UserRecord,
  unlimitedQuota,
} from '../store/records.ts'
import { forgetDeleted, toDeleted } from '../store/store.ts'
import type { Workspace } from '../store/workspace.ts'
import type { AppliedRules } from './applied-rules.ts'
import { saveWithinQuota } from './save-within.ts'
import { readSentRuleset, type SentRuleset } from './sent-ruleset.ts'

export const rulesetRefusals = {
  403: "Governance is off, or the user's permissions do not allow it.",
  404: 'The organisation has no such ruleset.',
}
const bodyRefusals = {
  400: 'The body is not a ruleset, its definition cannot be used, or a category is not one of an API.',
  409: 'Another ruleset has the name or the id.',
  ...busyRefusals,
}
const body = { 'application/json': rulesetRequest }
const changedMeanwhile = 'The ruleset is not as If-Match says.'
const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the ruleset that is to be changed: that of its lookup, or of the last change.',
  schema: z.string,
}
export const rulesetParameters = [pathParameter('id', 'The stable or the internal id of the ruleset.')]

/** The operations that change rulesets. Each change is one record. */
export function rulesetChanges(
  workspace: Workspace,
  options: AppOptions,
  saved: (record: RulesetRecord) => Promise<SavedRuleset>,
  remember: (record: RulesetRecord, applied: AppliedRules) => void,
): UserRoute[] {
  const { limits, now, offload, isReader, quota = unlimitedQuota } = options
  const { store } = workspace
  const time = () => now().toISOString()
  const readHere = async (request: ServiceRequest, user: UserRecord, id: string | undefined) => {
    const record = id === undefined ? undefined : requireStoredRuleset(listRulesets(workspace, user), id)
    const file = record?.rules === undefined ? undefined : (await saved(record)).definition
    return readSentRuleset(request, workspace, options, record && { id: record.ruleset_id, file })
  }
  /** The request is read before its turn; lookups within the turn stay true until the change is saved. */
  const change = async (
    request: ServiceRequest,
    id: string | undefined,
    make: (user: UserRecord, sent: SentRuleset) => RulesetRecord | Promise<RulesetRecord>,
    answer: (record: RulesetRecord) => ServiceAnswer | Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer> => {
    const user = requireGovernor(request, workspace, 'write')
    if (isReader) return jsonAnswer(await readHere(request, user, id))
    const read = offload && (await carry(request, user, limits.bodyBytes, offload))
    if (read && read.status !== 200) return read
    const sent: SentRuleset = read ? JSON.parse(read.text) : await readHere(request, user, id)
    const record = await store.change(async () => {
      const made = await make(user, sent)
      requireFree(made, workspace)
      await saveWithinQuota(quota, 'rulesets', store.rulesets, made)
      return made
    })
    if (sent.applied) remember(record, sent.applied)
    return answer(record)
  }
  const findMatching = async (request: ServiceRequest, user: UserRecord, id: string) => {
    const old = requireStoredRuleset(listRulesets(workspace, user), id)
    await requireMatch(request, () => saved(old))
    return old
  }
  return [
    {
      method: 'POST',
      path: '/api/rulesets',
      id: 'createRuleset',
      summary: 'Create a ruleset',
      description: 'Saves a new ruleset. The answer has its internal id.',
      body,
      answer: { description: 'The ruleset was created.', schema: rulesetCreated, status: 201 },
      refusals: { 403: rulesetRefusals[403], ...bodyRefusals },
      handle: (request) =>
        change(
          request,
          undefined,
          (user, sent) => newRecord(user, sent, workspace, time()),
          ({ id }) =>
            jsonAnswer({ Status: 'success', Message: 'ruleset created', Meta: id }, { status: 201 }),
        ),
    },
    {
      method: 'PUT',
      path: '/api/rulesets/{id}',
      id: 'updateRuleset',
      summary: 'Replace a ruleset',
      description: 'Replaces a ruleset but for its ids. Without action or resource_type, those stay.',
      parameters: [...rulesetParameters, ifMatch],
      body,
      answer: { description: 'The ruleset as it is now.', schema: savedRuleset },
      refusals: { ...rulesetRefusals, ...bodyRefusals, 412: changedMeanwhile },
      handle: (request, { id = '' }) =>
        change(
          request,
          id,
          async (user, sent) =>
            applyRulesetChange(await findMatching(request, user, id), sent, workspace, time()),
          async (record) => answerRuleset(await saved(record)),
        ),
    },
    {
      method: 'DELETE',
      path: '/api/rulesets/{id}',
      id: 'deleteRuleset',
      summary: 'Delete a ruleset',
      description:
        'Marks a ruleset as deleted: no operation finds it. Its ids stay taken, until more are deleted than may be saved.',
      parameters: [...rulesetParameters, ifMatch],
      answer: { description: 'The ruleset was deleted.', schema: rulesetDeleted },
      refusals: { ...rulesetRefusals, 400: 'If-Match is not a list of entity tags.', 412: changedMeanwhile },
      handle: async (request, { id = '' }) => {
        const user = requireGovernor(request, workspace, 'write')
        await store.change(async () => {
          const old = await findMatching(request, user, id)
          await store.rulesets.save(toDeleted(old, time()))
          await forgetDeleted(store, user.org_id, quota)
        })
        return jsonAnswer({ Status: 'success', Message: 'ruleset deleted', Meta: null })
      },
    },
  ]
}

export function answerRuleset(saved: SavedRuleset, rest: object = {}): ServiceAnswer {
  return jsonAnswer({ ...saved, ...rest }, { headers: { etag: computeRulesetTag(saved) } })
}

/** The ruleset with this stable id, else with this internal one. Refuses with 404. */
export function requireStoredRuleset(
  rulesets: readonly RulesetRecord[],
  wanted: string | undefined,
): RulesetRecord {
  const found =
    rulesets.find(({ ruleset_id }) => ruleset_id === wanted) ?? rulesets.find(({ id }) => id === wanted)
  if (found === undefined) throw new Refusal(404, 'Could not retrieve ruleset detail')
  return found
}

function newRecord(user: UserRecord, sent: SentRuleset, workspace: Workspace, now: string): RulesetRecord {
  if (user.org_id === '') throw badRequestError('The user belongs to no organisation')
  const id = newSecret(12)
  if (isReservedId(sent.ruleset_id ?? ''))
    throw badRequestError(`The ruleset_id ${sent.ruleset_id} is reserved`)
  const ids = { id, ruleset_id: sent.ruleset_id || id, org_id: user.org_id }
  const { resource_type = 'oas-api', action = 'none', definition } = sent
  const facts = { ...readFacts(sent, user.org_id, workspace), resource_type, action }
  return requireValid({ ...ids, ...facts, date_created: now, last_updated: now, definition })
}

/** An unchanged file with rules is kept: it can have comments, and extend other files. */
function applyRulesetChange(
  old: RulesetRecord,
  sent: SentRuleset,
  workspace: Workspace,
  now: string,
): RulesetRecord {
  const { rules, definition: _text, ...kept } = old
  const { resource_type = old.resource_type, action = old.action, definition } = sent
  const facts = { ...readFacts(sent, old.org_id, workspace), resource_type, action, last_updated: now }
  const isSame = rules !== undefined && sent.isFile
  if (sent.isFile && !isSame) throw new Refusal(409, 'The ruleset was changed meanwhile: read it again')
  return requireValid({ ...kept, ...facts, ...(isSame ? { rules } : { definition }) })
}

function readFacts(
  { name, description = '', active = false, categories }: SentRuleset,
  org_id: string,
  workspace: Workspace,
) {
  if (name.trim() === '') throw badRequestError('name is empty')
  return { name, description, active, categories: requireCategories(categories, org_id, workspace) }
}

/** Trimmed, without empty ones, and each once, whatever the case of its letters. Refuses with 400 unknown ones. */
function requireCategories(
  names: readonly string[],
  org_id: string,
  workspace: Workspace,
): readonly string[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '')
  const known = new Set(groupByCategory(listOwnApis(workspace, { org_id })).map(([name]) => fold(name)))
  const unknown = trimmed.filter((name) => !known.has(fold(name)))
  if (unknown.length > 0) throw badRequestError(`No API has these categories: ${unknown.join(', ')}`)
  return [...new Map(trimmed.toReversed().map((name) => [fold(name), name])).values()].toReversed()
}

const actions: readonly unknown[] = ['none', 'warn']

/** Refuses with 400 a value that a record cannot hold. */
function requireValid(record: Readonly<Record<string, unknown>>): RulesetRecord {
  if (!actions.includes(record.action))
    throw badRequestError(`action is neither none nor warn: ${record.action}`)
  const result = rulesetRecord().safeParse(record)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badRequestError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}

/** Ids are those of an organisation, also of deleted rulesets; names are those of live ones. Refuses with 409. */
function requireFree({ id, ruleset_id, name, org_id }: RulesetRecord, { store }: Workspace): void {
  const others = store.rulesets.all().filter((each) => each.org_id === org_id && each.id !== id)
  if (others.some((each) => each.ruleset_id === ruleset_id || each.id === ruleset_id))
    throw new Refusal(409, `The ruleset_id ${ruleset_id} is taken`)
  if (others.some((each) => isLive(each) && each.name === name))
    throw new Refusal(409, `The name ${JSON.stringify(name)} is taken`)
}

/** The entity tag of a ruleset as it is answered: another one after each change (RFC 9110, 8.8.3). */
function computeRulesetTag(saved: SavedRuleset): string {
  return `"${contentId([JSON.stringify(saved)], 32)}"`
}

/** Refuses with 412 if the ruleset changed, with 400 what is not a list of entity tags. A weak tag never matches (RFC 9110, 13.1.1). */
async function requireMatch(
  { headers }: ServiceRequest,
  readSaved: () => Promise<SavedRuleset>,
): Promise<void> {
  const wanted = headers.get('if-match')?.trim()
  if (wanted === undefined || wanted === '*') return
  if (!/^(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*$/.test(wanted))
    throw badRequestError('If-Match is neither * nor a list of entity tags in double quotes')
  const tag = computeRulesetTag(await readSaved())
  if (wanted.split(/\s*,\s*/).includes(tag)) return
  throw new Refusal(412, 'The ruleset is not as If-Match says: it was changed meanwhile')
}
