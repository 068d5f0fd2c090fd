import { urlFault } from '../../config/dashboard-url.ts'
import { type FailOn, failOnLevels } from '../../config/policy-schema.ts'
import type { Settings } from '../../config/settings.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { suggest } from '../../suggest.ts'
import { refusePlainHttp } from '../connection.ts'
import { readDefinitions } from '../local-definition.ts'
import { openRulesetFiles } from '../ruleset-files.ts'
import { type Conversation, someOf, yesOrNo } from './conversation.ts'
import { type DashboardFacts, type Named, readDashboardFacts } from './dashboard-facts.ts'
import type { Surroundings } from './look-around.ts'
import { type RulesetChoice, type Setup, starterFile } from './setup.ts'

/** What the questions go by, beside the answers. */
export interface Asking {
  readonly found: Surroundings
  /** The settings with another dashboard; throws GovError, usage, where it cannot be one. */
  readonly settingsWith: (url: string) => Settings
  readonly insecureHttp: boolean
}

/** Asks for all that the config needs. Each question has an answer that Enter gives. */
export async function askSetup(talk: Conversation, asking: Asking, context: Context): Promise<Setup> {
  const { found } = asking
  await talk.say('Sets up the governance gate of this repository. Ctrl-C leaves nothing behind.\n\n')
  const url = await askUrl(talk, found.url, asking.insecureHttp)
  const isLocal = url === 'embedded'
  const definitions = await askDefinitions(talk, found.definitions, isLocal, context)
  const facts = isLocal ? undefined : await lookUp(talk, asking, url, context)
  const apiIds = facts === undefined ? [] : await askApis(talk, facts, definitions.length === 0)
  const rulesets = facts === undefined ? await askFile(talk, found, context) : await askRulesets(talk, facts)
  const failOn = await askFailOn(talk)
  const pipeline = found.isPackage && found.isRoot && (await talk.ask(pipelineQuestion, yesOrNo(false)))
  const setup = { url, workspace: undefined, definitions, apiIds, rulesets, failOn }
  return { ...setup, pipeline: pipeline ? 'github' : undefined }
}

const pipelineQuestion = 'Write a workflow for GitHub, .github/workflows/governance.yml? [y/N]'

export function nothingToCheck(): Error {
  return usageError(
    'nothing-to-check',
    'no OpenAPI file was found here, and no dashboard is named that could have APIs',
    'Name a file with --definition, or a dashboard with --url and its APIs with --api-id.',
  )
}

async function askUrl(talk: Conversation, known: string | undefined, insecureHttp: boolean): Promise<string> {
  const fallback = known ?? 'embedded'
  await talk.say('Who evaluates: the address of your dashboard, or "embedded" for this machine.\n')
  return talk.ask(`Dashboard [${fallback}]:`, (answer) => {
    const url = answer === '' ? fallback : answer
    const fault = urlFault(url)
    if (fault !== undefined)
      throw usageError('answer-invalid', `${JSON.stringify(url)} ${fault}`, addressHint)
    if (url !== 'embedded' && !insecureHttp) refusePlainHttp(url)
    return url
  })
}

const addressHint = 'Answer with an address such as https://dashboard.example.com, or with "embedded".'

async function askDefinitions(
  talk: Conversation,
  files: readonly string[],
  isNeeded: boolean,
  context: Context,
): Promise<readonly string[]> {
  if (files.length === 0) return isNeeded ? askPath(talk, context) : []
  const what = files.length === 1 ? 'One OpenAPI file is here' : `${files.length} OpenAPI files are here`
  await talk.say(`\n${what}:\n${numbered(files.map((id) => ({ id, name: '' })))}`)
  const none = isNeeded ? '' : ', "none"'
  return talk.ask(`Check which? Numbers${none}, or Enter for all:`, (answer) =>
    !isNeeded && answer.toLowerCase() === 'none' ? [] : someOf(files, files)(answer),
  )
}

async function askPath(talk: Conversation, context: Context): Promise<readonly string[]> {
  await talk.say('\nNo OpenAPI file was found here.\n')
  return talk.ask('The path of one:', async (answer) => {
    await readDefinitions([{ file: answer }], context.cwd)
    return [answer]
  })
}

function numbered(items: readonly Named[]): string {
  const width = Math.max(0, ...items.map(({ id }) => id.length))
  return items
    .map(({ id, name }, at) => `  ${String(at + 1).padStart(2)}  ${id.padEnd(width)}  ${name}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}

async function lookUp(
  talk: Conversation,
  { settingsWith, insecureHttp }: Asking,
  url: string,
  context: Context,
): Promise<DashboardFacts> {
  await talk.say(`\nAsking ${url} what it has ...\n`)
  const facts = await readDashboardFacts(settingsWith(url), { insecureHttp }, context)
  for (const { message, hint } of facts.faults) {
    await talk.say(`  ${message}\n  ${hint}\n`)
  }
  return facts
}

async function askApis(talk: Conversation, { apis }: DashboardFacts, isNeeded: boolean): Promise<string[]> {
  if (apis.length > 0) await talk.say(`\nSaved APIs:\n${numbered(apis)}`)
  const how = apis.length > 0 ? 'Numbers or ids' : 'Ids'
  const enter = isNeeded ? '' : ', or Enter for none'
  return talk.ask(`Check which saved APIs? ${how}${enter}:`, (answer) => {
    const picked = idsOf(answer, apis)
    if (picked.length > 0 || !isNeeded) return picked
    throw usageError('answer-missing', 'there is nothing else to check', 'Name at least one API.')
  })
}

/** Numbers of the list, and ids that need not be in it: not all may be listed. */
function idsOf(answer: string, items: readonly Named[]): string[] {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '')
  const known = items.map(({ id }) => id)
  for (const word of words) refuseSlip(word, known)
  return [
    ...new Set(
      words.map((word) => (/^\d{1,3}$/.test(word) ? items[Number(word) - 1]?.id : undefined) ?? word),
    ),
  ]
}

function refuseSlip(word: string, known: readonly string[]): void {
  if (known.includes(word) || /^\d{1,3}$/.test(word)) return
  const meant = suggest(word, known)
  if (meant === undefined) return
  throw usageError('answer-invalid', `${JSON.stringify(word)} is not listed`, `Did you mean ${meant}?`)
}

async function askRulesets(talk: Conversation, facts: DashboardFacts): Promise<RulesetChoice> {
  const { rulesets, categories } = facts
  if (rulesets.length > 0) await talk.say(`\nRulesets:\n${numbered(rulesets)}`)
  if (categories.length > 0) await talk.say(`Categories: ${categories.join(', ')}\n`)
  await talk.say('Name rulesets; or "category" and then the names of categories.\n')
  return talk.ask('Check with which?', (answer) => {
    const [first = '', ...rest] = answer.split(/[\s,]+/).filter((word) => word !== '')
    const isCategory = /^categor(?:y|ies):?$/i.test(first)
    const named = isCategory ? rest : idsOf(answer, rulesets)
    if (named.length > 0) return isCategory ? { categories: [...new Set(named)] } : { ruleset_ids: named }
    throw usageError(
      'answer-missing',
      'no ruleset is named',
      'Answer with numbers, ids, or "category payments".',
    )
  })
}

async function askFile(
  talk: Conversation,
  { rulesetFile }: Surroundings,
  context: Context,
): Promise<RulesetChoice> {
  const fallback = rulesetFile ?? starterFile
  const made = rulesetFile === undefined ? 'is written to begin with' : 'is here'
  await talk.say(`\nThe rules, in the format of Spectral; ${fallback} ${made}.\n`)
  return talk.ask(`Ruleset file [${fallback}]:`, async (answer) => {
    const file = answer === '' ? fallback : answer
    if (file !== starterFile || rulesetFile === starterFile) await openRulesetFiles([file], context.cwd)
    return { ruleset_files: [file] }
  })
}

async function askFailOn(talk: Conversation): Promise<FailOn> {
  return talk.ask(`Fail from which severity up: ${failOnLevels.join(', ')}? [error]:`, (answer) => {
    const level = failOnLevels.find((each) => each === (answer === '' ? 'error' : answer.toLowerCase()))
    if (level !== undefined) return level
    const meant = suggest(answer, failOnLevels)
    const hint =
      meant === undefined ? `Answer with one of ${failOnLevels.join(', ')}.` : `Did you mean ${meant}?`
    throw usageError('answer-invalid', `${JSON.stringify(answer)} is no severity`, hint)
  })
}
