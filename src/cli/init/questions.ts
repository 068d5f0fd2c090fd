import { usageError } from '../../model/errors.ts'
import { refusePlainHttp } from '../../run/connect/connection.ts'
import { type DashboardFacts, readDashboardFacts } from '../../run/init/dashboard-facts.ts'
import type { Surroundings } from '../../run/init/look-around.ts'
import { refusePipelineInTheWay } from '../../run/init/pipeline-text.ts'
import { type Pipeline, pipelines, type Setup } from '../../run/init/setup.ts'
import { urlFault } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { type FailOn, failOnLevels } from '../../settings/policy-schema.ts'
import { suggest } from '../../text/suggest.ts'
import type { Context } from '../terminal/context.ts'
import { askFile, askRulesets } from './ask-rulesets.ts'
import { askApis, askDefinitions } from './ask-targets.ts'
import type { Conversation } from './conversation.ts'

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
  await talk.say(
    'Sets up the governance gate for this repository. Ctrl-C stops without writing anything.\n\n',
  )
  const url = await askUrl(talk, found.url, asking.insecureHttp)
  const isLocal = url === 'embedded'
  const definitions = await askDefinitions(talk, found.definitions, isLocal, context)
  const facts = isLocal ? undefined : await lookUp(talk, asking, url, context)
  const apiIds = facts === undefined ? [] : await askApis(talk, facts, definitions.length === 0)
  const rulesets = facts === undefined ? await askFile(talk, found, context) : await askRulesets(talk, facts)
  const failOn = await askFailOn(talk)
  const pipeline = found.isPackage && found.isRoot ? await askPipeline(talk, context.cwd) : undefined
  const hook = await askHook(talk, context.cwd)
  return { url, workspace: undefined, definitions, apiIds, rulesets, failOn, pipeline, hook }
}

/** Where git has hooks, and this one is not there yet. */
async function askHook(talk: Conversation, folder: string): Promise<boolean> {
  const { gitPlace } = await import('../hook/git-place.ts')
  const { hookState, refuseHook } = await import('../hook/change-hook.ts')
  const place = await gitPlace(folder).catch(() => undefined)
  if (place === undefined || (await hookState(place, 'pre-push')) === 'installed') return false
  return talk.ask('Check before each git push with a hook? [y/N]', async (answer) => {
    if (/^(?:no?)?$/i.test(answer)) return false
    if (!/^y(?:es)?$/i.test(answer)) {
      throw usageError('answer-invalid', 'expected yes or no', 'Answer y or n.')
    }
    await refuseHook(place, 'pre-push')
    return true
  })
}

async function askPipeline(talk: Conversation, folder: string): Promise<Pipeline | undefined> {
  return talk.ask(`Write a CI job: ${pipelines.join(', ')}? [none]:`, async (answer) => {
    const word = answer.toLowerCase()
    if (word === '' || word === 'none') return undefined
    const pipeline = pipelines.find((each) => each === word)
    if (pipeline === undefined) {
      const meant = suggest(word, pipelines)
      const hint =
        meant === undefined ? `Answer with one of ${pipelines.join(', ')}.` : `Did you mean ${meant}?`
      throw usageError('answer-invalid', `${JSON.stringify(answer)} is not a known CI system`, hint)
    }
    await refusePipelineInTheWay(pipeline, folder)
    return pipeline
  })
}

async function askUrl(talk: Conversation, known: string | undefined, insecureHttp: boolean): Promise<string> {
  const fallback = known ?? 'embedded'
  await talk.say('Your dashboard\'s URL, or "embedded" to evaluate on this machine.\n')
  return talk.ask(`Dashboard [${fallback}]:`, (answer) => {
    const url = answer === '' ? fallback : answer
    const fault = urlFault(url)
    if (fault !== undefined)
      throw usageError('answer-invalid', `${JSON.stringify(url)} ${fault}`, addressHint)
    if (url !== 'embedded' && !insecureHttp) refusePlainHttp(url)
    return url
  })
}

const addressHint = 'Answer with a URL such as https://dashboard.example.com, or "embedded".'

async function lookUp(
  talk: Conversation,
  { settingsWith, insecureHttp }: Asking,
  url: string,
  context: Context,
): Promise<DashboardFacts> {
  await talk.say(`\nContacting ${url} ...\n`)
  const facts = await readDashboardFacts(settingsWith(url), { insecureHttp }, context)
  for (const { message, hint } of facts.faults) {
    await talk.say(`  ${message}\n  ${hint}\n`)
  }
  return facts
}

async function askFailOn(talk: Conversation): Promise<FailOn> {
  return talk.ask(`Fail on issues at or above: ${failOnLevels.join(', ')}? [error]:`, (answer) => {
    const level = failOnLevels.find((each) => each === (answer === '' ? 'error' : answer.toLowerCase()))
    if (level !== undefined) return level
    const meant = suggest(answer, failOnLevels)
    const hint =
      meant === undefined ? `Answer with one of ${failOnLevels.join(', ')}.` : `Did you mean ${meant}?`
    throw usageError('answer-invalid', `unknown severity ${JSON.stringify(answer)}`, hint)
  })
}
