import { parseDocument } from '../../core/document/document.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import { exactJson } from '../../core/text/json.ts'
import { type RulesetRequest, rulesetRequest } from '../../dashboard/contract/rulesets.ts'
import { chooseDialect } from '../evaluation/evaluator.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { badRequestError, type ServiceRequest } from '../http/exchange.ts'
import { sentRules } from '../store/source-text.ts'
import type { Workspace } from '../store/workspace.ts'
import { type AppliedRules, compileAppliedRules } from './applied-rules.ts'

/** A ruleset as a request to save it has it, read, with rules that are known to be usable. */
export interface SentRuleset
  extends Pick<
    RulesetRequest,
    'name' | 'ruleset_id' | 'description' | 'active' | 'resource_type' | 'action' | 'definition'
  > {
  readonly categories: readonly string[]
  /** Its rules are those in the file of the ruleset that it replaces. */
  readonly isFile: boolean
  /** Absent where they are those in the file. */
  readonly applied: AppliedRules | undefined
}

export interface ReplacedRuleset {
  readonly id: string
  /** Its rules as JSON, where they are in a file of the folder. */
  readonly file: string | undefined
}

/** Characters of what is not rules, and how many categories. */
const most = { ruleset_id: 256, name: 1_000, description: 100_000, category: 1_000, categories: 1_000 }

/** Reads what a request to save a ruleset brings, and compiles it, however long that takes. Refuses with 400 what cannot be used. */
export async function readSentRuleset(
  request: ServiceRequest,
  workspace: Workspace,
  options: AppOptions,
  replaced: ReplacedRuleset | undefined,
): Promise<SentRuleset> {
  const { bodyBytes } = options.limits
  const sent = await jsonBody(request, rulesetRequest(), bodyBytes, bodyBytes)
  const { name, ruleset_id, description, active, resource_type, action, definition } = sent
  const categories = sent.categories ?? []
  for (const [field, text = ''] of Object.entries({ ruleset_id, name, description }))
    requireAtMost(field, text.length, most[field as keyof typeof most])
  if (ruleset_id) requireId(ruleset_id)
  requireAtMost('categories', categories.length, most.categories)
  for (const category of categories) requireAtMost('a category', category.length, most.category)
  const rules = requireJsonObject(definition)
  const file = replaced?.file
  const isFile = file !== undefined && exactJson(rules) === exactJson(parseDocument(file, 'json').value)
  const id = replaced?.id ?? (ruleset_id || 'new')
  const dialect = chooseDialect(workspace, options)
  const applied = isFile ? undefined : await compileAppliedRules(id, sentRules(id, definition), dialect)
  const facts = { name, ruleset_id, description, active, resource_type, action, definition }
  return { ...facts, categories, isFile, applied }
}

/** An id is a part of a path, and of a list with commas. */
function requireId(id: string): void {
  if (/^\.{1,2}$|[\p{Cc}\p{Cs},]|^\s|\s$/u.test(id))
    throw badRequestError(
      `ruleset_id ${JSON.stringify(id)} cannot be used: use no comma, no control character, no blank at its ends, and neither . nor ..`,
    )
}

function requireAtMost(what: string, length: number, limit: number): void {
  if (length > limit) throw badRequestError(`${what} is too long: ${length}, the limit is ${limit}`)
}

function requireJsonObject(definition: string): unknown {
  try {
    const { value } = parseDocument(definition, 'json')
    if (isRecord(value)) return value
  } catch (error) {
    throw badRequestError(`definition is not JSON: ${readMessage(error)}`)
  }
  throw badRequestError('definition is not a JSON object')
}
