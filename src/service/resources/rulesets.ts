import { z } from 'zod'
import {
  type AppliedRule,
  type RulesetDetail,
  type RulesetsPage,
  rulesetDetail,
  rulesetsPage,
  type SavedRuleset,
} from '../../contract/rulesets.ts'
import { parseDocument } from '../../document/document.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { createCompiler } from '../evaluation/compile-ruleset.ts'
import { isDeleted } from '../evaluation/resolve.ts'
import { requireGovernance } from '../http/access.ts'
import type { AppOptions } from '../http/app-options.ts'
import { requireUser } from '../http/credentials.ts'
import { badRequest, Refusal } from '../http/envelope.ts'
import { jsonAnswer, type ServiceRequest } from '../http/exchange.ts'
import { pathParameter, queryParameter, userRefusals } from '../http/operation-parts.ts'
import { pageOf, pageParameter } from '../http/pages.ts'
import type { Operation, Route } from '../http/route.ts'
import type { RulesetRecord, User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

const tag = 'Rulesets'
const refusals = { ...userRefusals, 403: "Governance is off, or the user's permissions do not allow it." }

const listOperation: Operation = {
  id: 'listRulesets',
  tag,
  summary: 'List the rulesets',
  description: "The organisation's rulesets, paged; templates only if requested.",
  credential: 'user',
  parameters: [
    pageParameter,
    queryParameter('q', 'Part of the name, case-insensitive.'),
    queryParameter('categories', 'One category that the ruleset has.'),
    queryParameter('resource_type', 'What the ruleset applies to.', () => z.enum(['oas-api', 'mcp-api'])),
    queryParameter('active', 'Only active or only inactive rulesets.', () => z.boolean()),
    queryParameter('is_template', 'Only templates.', () => z.boolean()),
    queryParameter(
      'sort',
      'name, date_created or last_updated, with a hyphen in front for descending; any other text is -last_updated.',
    ),
  ],
  answer: { description: 'One page of rulesets.', schema: rulesetsPage },
  refusals: { ...refusals, 400: 'p is not a number, or a flag is neither true nor false.' },
}

const getOperation: Operation = {
  id: 'getRuleset',
  tag,
  summary: 'Read one ruleset',
  description: 'The ruleset with its definition and its rules, inherited ones included.',
  credential: 'user',
  parameters: [pathParameter('id', 'The stable or the internal id of the ruleset.')],
  answer: { description: 'The ruleset.', schema: rulesetDetail },
  refusals: { ...refusals, 404: 'The organisation has no such ruleset.' },
}

/** The lookups of saved rulesets. */
export function rulesetRoutes(workspace: Workspace, { onFault }: AppOptions): Route[] {
  const compile = createCompiler(workspace)
  return [
    {
      method: 'GET',
      path: '/api/rulesets',
      operation: listOperation,
      handle: async (request) => {
        const query = new URL(request.url).searchParams
        const user = admitReader(request, workspace)
        const { items, pages } = pageOf(sorted(matching(user, workspace, query), query), query)
        const answer: RulesetsPage = {
          rulesets: await Promise.all(items.map((record) => savedRuleset(record, workspace, onFault))),
          pages,
        }
        return jsonAnswer(answer)
      },
    },
    {
      method: 'GET',
      path: '/api/rulesets/{id}',
      operation: getOperation,
      handle: async (request, { id: wanted }) => {
        const own = present(admitReader(request, workspace), workspace)
        const record =
          own.find(({ ruleset_id }) => ruleset_id === wanted) ?? own.find(({ id }) => id === wanted)
        if (record === undefined) throw new Refusal(404, 'Could not retrieve ruleset detail')
        const answer: RulesetDetail = {
          ...(await savedRuleset(record, workspace, onFault)),
          applied_rules: await compile(record).then(appliedRules, (error: unknown) => {
            onFault?.(error, 'answered')
            return []
          }),
        }
        return jsonAnswer(answer)
      },
    },
  ]
}

function admitReader(request: ServiceRequest, workspace: Workspace): User {
  const user = requireUser(request, workspace, { group: 'governance', level: 'read' })
  requireGovernance(workspace.settings.governance)
  return user
}

function present({ org_id }: User, { rulesets }: Workspace): readonly RulesetRecord[] {
  return rulesets.filter((ruleset) => ruleset.org_id === org_id && !isDeleted(ruleset))
}

/** Templates are a list of their own: with `is_template=true` nothing else is listed, and without it none is. */
function matching(user: User, workspace: Workspace, query: URLSearchParams): readonly RulesetRecord[] {
  const part = fold(query.get('q'))
  const category = fold(query.get('categories'))
  const type = query.get('resource_type')
  const active = booleanOf(query, 'active')
  const templates = booleanOf(query, 'is_template') ?? false
  return present(user, workspace).filter(
    (ruleset) =>
      fold(ruleset.name).includes(part) &&
      (category === '' || ruleset.categories.some((name) => fold(name) === category)) &&
      (type === null || ruleset.resource_type === type) &&
      (active === undefined || ruleset.active === active) &&
      ruleset.is_template === templates,
  )
}

function booleanOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (value !== 'true' && value !== 'false') throw badRequest(`${name} is neither true nor false: ${value}`)
  return value === 'true'
}

const sortFields = { name: 'name', date_created: 'date_created', last_updated: 'last_updated' } as const

/** An order that is not known is the ordinary one: what was changed last comes first. */
function sorted(rulesets: readonly RulesetRecord[], query: URLSearchParams): readonly RulesetRecord[] {
  const [, minus = '', name = ''] =
    /^(-?)(name|date_created|last_updated)$/.exec(query.get('sort') ?? '') ?? []
  const field = Object.values(sortFields).find((each) => each === name) ?? 'last_updated'
  const direction = name === '' || minus === '-' ? -1 : 1
  return [...rulesets].sort((a, b) => direction * (a[field] < b[field] ? -1 : Number(a[field] > b[field])))
}

/** Without a definition where the file cannot be read: one broken ruleset must not hide the others. */
async function savedRuleset(
  record: RulesetRecord,
  workspace: Workspace,
  onFault: AppOptions['onFault'],
): Promise<SavedRuleset> {
  const { id, rules: _file, deleted_at: _deleted, ...facts } = record
  try {
    return { _id: id, ...facts, definition: await definitionOf(record, workspace) }
  } catch (error) {
    onFault?.(error, 'answered')
    return { _id: id, ...facts }
  }
}

/** JSON text on the wire, however the file is written. */
async function definitionOf(record: RulesetRecord, workspace: Workspace): Promise<string> {
  const { text, format } = await workspace.rules(record)
  return JSON.stringify(parseDocument(text, format).value)
}

function fold(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}

/** The rules that are on, with what the ruleset extends taken in. */
function appliedRules({ rules }: Ruleset): AppliedRule[] {
  return rules.map(({ id, description, message, severity, howToFix }) => ({
    id,
    description,
    message: message ?? '',
    severity,
    how_to_fix: howToFix,
  }))
}
