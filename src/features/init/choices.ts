import { openRulesetFiles } from '../../check/rulesets/ruleset-files.ts'
import { usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import type { Context } from '../../terminal/context.ts'
import type { Conversation } from '../../terminal/conversation.ts'
import type { DashboardFacts, NamedRecord } from './dashboard-facts.ts'
import type { RepositoryFacts } from './look-around.ts'
import { type RulesetChoice, starterFile } from './setup.ts'

/** Which local files to check. `isNeeded`: there is nothing else that could be. */
export async function askDefinitions(
  talk: Conversation,
  files: readonly string[],
  isNeeded: boolean,
  context: Context,
): Promise<readonly string[]> {
  if (files.length === 0) return isNeeded ? askPath(talk, context) : []
  const what = files.length === 1 ? 'One OpenAPI file is here' : `${files.length} OpenAPI files are here`
  const items = files.map((id) => ({ id, name: '' }))
  await talk.say(`\n${what}:\n${numbered(items)}`)
  const none = isNeeded ? '' : ', "none"'
  return talk.ask(`Which ones? Numbers${none}, or Enter for all:`, (answer) => {
    if (!isNeeded && answer.toLowerCase() === 'none') return []
    return answer === '' ? files : pick(answer, items, notListed)
  })
}

async function askPath(talk: Conversation, context: Context): Promise<readonly string[]> {
  await talk.say('\nNo OpenAPI file was found here.\n')
  return talk.ask('Path of one:', async (answer) => {
    await context.sources.readDefinition(answer)
    return [answer]
  })
}

export async function askApis(
  talk: Conversation,
  { apis }: DashboardFacts,
  isNeeded: boolean,
): Promise<string[]> {
  if (apis.length > 0) await talk.say(`\nSaved APIs:\n${numbered(apis)}`)
  const how = apis.length > 0 ? 'Numbers or ids' : 'Ids'
  const enter = isNeeded ? '' : ', or Enter for none'
  return talk.ask(`Which saved APIs? ${how}${enter}:`, (answer) => {
    const picked = pick(answer, apis, unlessSlip)
    if (picked.length > 0 || !isNeeded) return picked
    throw usageError('answer-missing', 'nothing else to check', 'Name at least one API.')
  })
}

export async function askRulesets(
  talk: Conversation,
  { rulesets, categories }: DashboardFacts,
): Promise<RulesetChoice> {
  if (rulesets.length > 0) await talk.say(`\nRulesets:\n${numbered(rulesets)}`)
  if (categories.length > 0) await talk.say(`Categories: ${categories.join(', ')}\n`)
  await talk.say('Enter rulesets, or "category" and category names.\n')
  return talk.ask('Which rulesets?', (answer) => {
    const [first = '', ...rest] = splitWords(answer)
    const isCategory = /^categor(?:y|ies):?$/i.test(first)
    const named = isCategory ? [...new Set(rest)] : pick(answer, rulesets, unlessSlip)
    if (named.length > 0) return isCategory ? { categories: named } : { ruleset_ids: named }
    const hint = 'Answer with numbers, ids, or "category payments".'
    throw usageError('answer-missing', 'no ruleset given', hint)
  })
}

export async function askFile(
  talk: Conversation,
  { rulesetFile }: RepositoryFacts,
  context: Context,
): Promise<RulesetChoice> {
  const fallback = rulesetFile ?? starterFile
  const made = rulesetFile === undefined ? 'will be created as a start' : 'is here'
  await talk.say(`\nRules in Spectral's format; ${fallback} ${made}.\n`)
  return talk.ask(`Ruleset file [${fallback}]:`, async (answer) => {
    const file = answer === '' ? fallback : answer
    if (file !== starterFile || rulesetFile === starterFile) await openRulesetFiles([file], context.sources)
    return { ruleset_files: [file] }
  })
}

function numbered(items: readonly NamedRecord[]): string {
  const width = Math.max(0, ...items.map(({ id }) => id.length))
  return items
    .map(({ id, name }, at) => `  ${String(at + 1).padStart(2)}  ${id.padEnd(width)}  ${name}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}

function splitWords(answer: string): string[] {
  return answer.split(/[\s,]+/).filter((word) => word !== '')
}

type Unlisted = (word: string, ids: readonly string[]) => string

/** The items that an answer names, by number or by id; `unlisted` decides about a word that is neither. */
function pick(answer: string, items: readonly NamedRecord[], unlisted: Unlisted): string[] {
  const ids = items.map(({ id }) => id)
  const picked = splitWords(answer).map((word) => {
    const byNumber = /^\d{1,6}$/.test(word) ? ids[Number(word) - 1] : undefined
    return byNumber ?? (ids.includes(word) ? word : unlisted(word, ids))
  })
  return [...new Set(picked)]
}

function notListed(word: string, { length }: readonly string[]): never {
  const hint = `Answer with numbers ${length === 1 ? '1' : `from 1 to ${length}`}, separated by commas.`
  throw usageError('answer-invalid', `${JSON.stringify(word)} is not in the list`, hint)
}

/** An id need not be in the list: not all may be listed. */
function unlessSlip(word: string, ids: readonly string[]): string {
  const meant = /^\d{1,3}$/.test(word) ? undefined : suggest(word, ids)
  if (meant === undefined) return word
  throw usageError('answer-invalid', `${JSON.stringify(word)} is not listed`, `Did you mean ${meant}?`)
}
