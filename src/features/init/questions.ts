import { refusePlainHttp } from '../../check/connect/connection.ts'
import { usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import { embedded, findAddress, urlFault } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { type FailOn, failOnLevels } from '../../settings/policy-schema.ts'
import type { Context } from '../../terminal/context.ts'
import type { Conversation } from '../../terminal/conversation.ts'
import { gitPlace, hookState, refuseHook } from '../hook/index.ts'
import { askApis, askDefinitions, askFile, askRulesets } from './choices.ts'
import { type DashboardFacts, readDashboardFacts } from './dashboard-facts.ts'
import type { RepositoryFacts } from './look-around.ts'
import { refusePipelineInTheWay } from './pipeline-text.ts'
import { findsBase, type Pipeline, pipelines, type Setup } from './setup.ts'

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
  const failOn = await askThreshold(talk)
  const pipeline = found.isRoot ? await askPipeline(talk, context.cwd) : undefined
  const base = findsBase(pipeline) && apiIds.length === 0 && (await askBase(talk))
  const breaking = base && (await askBreaking(talk))
  const hook = await askHook(talk, context.cwd)
  return {
    address,
    workspace: undefined,
    definitions,
    apiIds,
    rulesets,
    failOn,
    pipeline,
    base,
    breaking,
    hook,
  }
}

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

/** The way to begin where there are many issues: without a baseline, and only on what is new. */
function askBase(talk: Conversation): Promise<boolean> {
  return talk.ask('Fail only on what a pull request adds, with --base auto? [y/N]', yesOrNo)
}

function askBreaking(talk: Conversation): Promise<boolean> {
  return talk.ask('Fail on what breaks the clients of the API, too? [y/N]', yesOrNo)
}

function yesOrNo(answer: string): boolean {
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

/** Where git has hooks, and this one is not there yet. */
async function askHook(talk: Conversation, folder: string): Promise<boolean> {
  const place = await gitPlace(folder).catch(() => undefined)
  if (place === undefined || (await hookState(place, 'pre-push')) === 'installed') return false
  return talk.ask('Check before each git push with a hook? [y/N]', async (answer) => {
    if (!yesOrNo(answer)) return false
    await refuseHook(place, 'pre-push')
    return true
  })
}
