import { refusePlainHttp } from '../../check/connect/connection.ts'
import { openRulesetFiles } from '../../check/rulesets/ruleset-files.ts'
import { usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import { joinNames } from '../../core/text/wording.ts'
import { embedded, findAddress, urlFault } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { type FailOn, failOnLevels } from '../../settings/policy-schema.ts'
import type { Context } from '../../terminal/context.ts'
import type { Conversation } from '../../terminal/conversation.ts'
import { linesView } from '../../terminal/views.ts'
import { gitPlace, hookState, refuseHook } from '../hook/index.ts'
import { type DashboardFacts, type NamedRecord, readDashboardFacts } from './dashboard-facts.ts'
import type { RepositoryFacts } from './look-around.ts'
import { refusePipelineInTheWay } from './pipeline-text.ts'
import {
  findsBase,
  groupByFolder,
  type Pipeline,
  pipelines,
  type RulesetChoice,
  type Setup,
  starterFile,
} from './setup.ts'

export interface KnownFacts {
  readonly found: RepositoryFacts
  /** The settings with another dashboard; throws GovError, usage, where it cannot be one. */
  readonly settingsWith: (url: string) => Settings
  readonly insecureHttp: boolean
}

/** Asks for all that the config needs. Each question has an answer that Enter gives. */
export async function askSetup(talk: Conversation, known: KnownFacts, context: Context): Promise<Setup> {
  const { found } = known
  await talk.say(
    'Sets up the governance gate for this repository.\nCtrl-C stops without writing anything.\n\n',
  )
  const address = findAddress(await askUrl(talk, known))
  const definitions = await askDefinitions(talk, found.definitions, address === undefined, context)
  const facts = address === undefined ? undefined : await lookUpChoice(talk, known, address, context)
  const apiIds = facts === undefined ? [] : await askApis(talk, facts, definitions.length === 0)
  const rulesets = facts === undefined ? await askFile(talk, found, context) : await askRulesets(talk, facts)
  const checks = apiIds.length === 0 && (await askChecks(talk, definitions))
  const failOn = await askThreshold(talk)
  const pipeline = found.isRoot ? await askPipeline(talk, context.cwd) : undefined
  // Offered for repositories with many issues: without a baseline, only new issues fail.
  const base = findsBase(pipeline) && apiIds.length === 0 && (await talk.ask(baseQuestion, parseYesOrNo))
  const breaking = base && (await talk.ask(breakingQuestion, parseYesOrNo))
  const hook = await askHook(talk, context)
  return { address, definitions, apiIds, rulesets, checks, failOn, pipeline, base, breaking, hook }
}

const baseQuestion = 'Fail only on what a pull request adds, with --base auto? [y/N]'
const breakingQuestion = 'Fail on what breaks the clients of the API, too? [y/N]'

async function askUrl(talk: Conversation, { found, insecureHttp }: KnownFacts): Promise<string> {
  const fallback = found.url ?? embedded
  await talk.say('Your dashboard\'s URL, or "embedded" to evaluate on this machine.\n')
  return talk.ask(`Dashboard [${fallback}]:`, (answer) => {
    const url = answer === '' ? fallback : answer
    const fault = urlFault(url)
    if (fault !== undefined)
      throw usageError('answer-invalid', `${JSON.stringify(url)} ${fault}`, addressHint)
    if (findAddress(url) !== undefined && !insecureHttp) refusePlainHttp(url)
    return url
  })
}

const addressHint = 'Answer with a URL such as https://dashboard.example.com, or "embedded".'

async function lookUpChoice(
  talk: Conversation,
  { settingsWith, insecureHttp }: KnownFacts,
  url: string,
  context: Context,
): Promise<DashboardFacts> {
  await talk.say(`\nContacting ${url} ...\n`)
  const facts = await readDashboardFacts(settingsWith(url), { insecureHttp }, context)
  for (const { message, hint } of facts.faults) await talk.say(`  ${message}\n  ${hint}\n`)
  return facts
}

function askThreshold(talk: Conversation): Promise<FailOn> {
  return talk.ask(`Fail on issues at or above: ${failOnLevels.join(', ')}? [error]:`, (answer) =>
    answer === ''
      ? 'error'
      : requireChoice(failOnLevels, answer, `unknown severity ${JSON.stringify(answer)}`),
  )
}

function askPipeline(talk: Conversation, folder: string): Promise<Pipeline | undefined> {
  return talk.ask(`Write a CI job: ${pipelines.join(', ')}? [none]:`, async (answer) => {
    if (/^(?:none)?$/i.test(answer)) return undefined
    const pipeline = requireChoice(pipelines, answer, `${JSON.stringify(answer)} is not a known CI system`)
    await refusePipelineInTheWay(pipeline, folder)
    return pipeline
  })
}

/** Offered where the definitions are in several folders, which may be those of several teams. */
async function askChecks(talk: Conversation, definitions: readonly string[]): Promise<boolean> {
  const folders = [...groupByFolder(definitions).keys()]
  if (folders.length === 0) return false
  await talk.say(`\nThe files are in ${folders.length} folders: ${joinNames(folders, mostFolders)}.\n`)
  return talk.ask('A check for each, to give it rulesets of its own? [y/N]', parseYesOrNo)
}

const mostFolders = 10

function parseYesOrNo(answer: string): boolean {
  if (/^(?:no?)?$/i.test(answer)) return false
  if (/^y(?:es)?$/i.test(answer)) return true
  throw usageError('answer-invalid', 'expected yes or no', 'Answer y or n.')
}

function requireChoice<Choice extends string>(
  choices: readonly Choice[],
  answer: string,
  message: string,
): Choice {
  const choice = choices.find((each) => each === answer.toLowerCase())
  if (choice !== undefined) return choice
  const meant = suggest(answer, choices)
  const hint = meant === undefined ? `Answer with one of ${choices.join(', ')}.` : `Did you mean ${meant}?`
  throw usageError('answer-invalid', message, hint)
}

/** Asks where git has hooks, and this one is not there yet. */
async function askHook(talk: Conversation, context: Context): Promise<boolean> {
  const place = await gitPlace(context).catch(() => undefined)
  if (place === undefined || (await hookState(place, 'pre-push')) === 'installed') return false
  return talk.ask('Check before each git push with a hook? [y/N]', async (answer) => {
    if (!parseYesOrNo(answer)) return false
    await refuseHook(place, 'pre-push')
    return true
  })
}

/** Asks for the local files to check. `isNeeded`: there is nothing else that could be. */
async function askDefinitions(
  talk: Conversation,
  files: readonly string[],
  isNeeded: boolean,
  context: Context,
): Promise<readonly string[]> {
  if (files.length === 0) return isNeeded ? askPath(talk, context) : []
  const what = files.length === 1 ? 'One OpenAPI file is here' : `${files.length} OpenAPI files are here`
  const items = files.map((id) => ({ id, name: '' }))
  await talk.say(`\n${what}:\n${numberChoices(items)}`)
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

async function askApis(talk: Conversation, { apis }: DashboardFacts, isNeeded: boolean): Promise<string[]> {
  if (apis.length > 0) await talk.say(`\nSaved APIs:\n${numberChoices(apis)}`)
  const how = apis.length > 0 ? 'Numbers or ids' : 'Ids'
  const enter = isNeeded ? '' : ', or Enter for none'
  return talk.ask(`Which saved APIs? ${how}${enter}:`, (answer) => {
    const picked = pick(answer, apis, correctSlip)
    if (picked.length > 0 || !isNeeded) return picked
    throw usageError('answer-missing', 'nothing else to check', 'Name at least one API.')
  })
}

async function askRulesets(
  talk: Conversation,
  { rulesets, categories }: DashboardFacts,
): Promise<RulesetChoice> {
  if (rulesets.length > 0) await talk.say(`\nRulesets:\n${numberChoices(rulesets)}`)
  if (categories.length > 0) await talk.say(`Categories: ${categories.join(', ')}\n`)
  await talk.say('Enter rulesets, or "category" and category names.\n')
  return talk.ask('Which rulesets?', (answer) => {
    const [first = '', ...rest] = splitWords(answer)
    const isCategory = /^categor(?:y|ies):?$/i.test(first)
    const named = isCategory ? [...new Set(rest)] : pick(answer, rulesets, correctSlip)
    if (named.length > 0) return isCategory ? { categories: named } : { ruleset_ids: named }
    const hint = 'Answer with numbers, ids, or "category payments".'
    throw usageError('answer-missing', 'no ruleset given', hint)
  })
}

async function askFile(
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

function numberChoices(items: readonly NamedRecord[]): string {
  const width = Math.max(0, ...items.map(({ id }) => id.length))
  return linesView(
    items.map(({ id, name }, at) =>
      `  ${String(at + 1).padStart(2)}  ${id.padEnd(width)}  ${name}`.trimEnd(),
    ),
  )
}

function splitWords(answer: string): string[] {
  return answer.split(/[\s,]+/).filter((word) => word !== '')
}

/** The items that an answer names, by number or by id; `unlisted` decides about a word that is neither. */
function pick(answer: string, items: readonly NamedRecord[], unlisted: typeof correctSlip): string[] {
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
function correctSlip(word: string, ids: readonly string[]): string {
  const meant = /^\d{1,3}$/.test(word) ? undefined : suggest(word, ids)
  if (meant === undefined) return word
  throw usageError('answer-invalid', `${JSON.stringify(word)} is not listed`, `Did you mean ${meant}?`)
}
