import type { RulesetDetail, RulesetsPage, SavedRuleset } from '../../contract/rulesets.ts'
import { parseDocument } from '../../document/document.ts'
import { createCompiler } from '../evaluation/compile-ruleset.ts'
import { isDeleted } from '../evaluation/resolve.ts'
import { requireGovernance } from '../http/access.ts'
import type { AppOptions } from '../http/app-options.ts'
import { requireUser } from '../http/credentials.ts'
import { badRequest, Refusal } from '../http/envelope.ts'
import { jsonAnswer, type ServiceRequest } from '../http/exchange.ts'
import { pageOf } from '../http/pages.ts'
import type { Route } from '../http/route.ts'
import type { RulesetRecord, User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { appliedRules } from './applied-rules.ts'
import { getOperation, listOperation } from './ruleset-operations.ts'

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
            onFault?.(error)
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
    onFault?.(error)
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
