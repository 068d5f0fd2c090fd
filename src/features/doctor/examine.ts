import packageJson from '../../../package.json' with { type: 'json' }
import { type FoundSettings, findSettings } from '../../check/config/read-settings.ts'
import { createConnection } from '../../check/connect/connection.ts'
import { openEmbedded, openNetwork } from '../../check/connect/open-dashboard.ts'
import { evaluatePlan } from '../../check/evaluation/evaluate.ts'
import { planCheck } from '../../check/plan/plan-check.ts'
import { askInstead } from '../../check/plan/targets.ts'
import type { CheckPlan, CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import { plural } from '../../core/text/wording.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { checkRules } from '../../settings/rules.ts'
import { attempt, type Finding, failed, good, skipped, tried, warnFinding } from './finding.ts'
import {
  definitionFindings,
  findDialect,
  hookFindings,
  rulesetFileFindings,
  workspaceFindings,
} from './local.ts'
import { examineWay, serviceFindings } from './service.ts'

/** Runs the checks in order. A check that depends on a failed one is skipped. */
export async function* examine(readRequest: () => CheckRequest, world: World): AsyncGenerator<Finding> {
  yield nodeFinding(world)
  yield* hookFindings(world)
  const found = yield* attempt('config', async () => {
    const request = readRequest()
    return { request, ...(await findSettings(request, world)) }
  })
  if (!found) {
    yield skipped('dashboard', 'not checked: the settings cannot be read')
    return
  }
  const { settings, request } = found.result
  const config = configFinding(found.result)
  yield config
  if (config.status === 'fail') return
  const broken = checkRules(settings).flatMap((rule) => rule(settings) ?? [])
  // Without a config, missing settings are not faults: the user has not chosen yet.
  const isOpen = found.result.config === undefined
  for (const error of broken) yield isOpen ? skipped('settings', error.message) : failed('settings', error)
  const areFound = yield* definitionFindings(settings, world)
  const canEvaluate = yield* dashboardFindings(settings, request, world)
  if (broken.length > 0 || !areFound || !canEvaluate)
    yield skipped('evaluation', 'not checked: fix the problems above first')
  else yield* evaluationFindings(request, world)
}

async function* evaluationFindings(request: CheckRequest, world: World): AsyncGenerator<Finding> {
  const planned = yield* attempt('evaluation', () => planCheck(request, world))
  if (planned === undefined) return
  const plan = planned.result
  const evaluation = await evaluationFinding(plan, world)
  yield evaluation
  const notCompared = 'not compared: gov parity shows where the dashboard and the embedded sandbox differ'
  if (plan.connection.capabilities.waits && evaluation.status === 'ok') yield skipped('engine', notCompared)
}

function nodeFinding({ nodeVersion, version }: World): Finding {
  const needed = packageJson.engines.node.replace(/^>=/, '')
  const used = nodeVersion.replace(/^v/, '')
  const [major = 0, minor = 0] = used.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
    return good('node', `Node ${used}, gov ${version}`)
  const message = `Node ${used} is older than gov ${version} needs`
  return failed('node', usageError('node-too-old', message, `Install Node ${needed} or later.`))
}

function configFinding({ settings, config }: FoundSettings): Finding {
  const others = Object.entries(settings).flatMap(([name, setting]) => {
    const source = setting?.origin.source
    return source === 'flag' || source === 'environment' ? [`${name} (${setting?.origin.place})`] : []
  })
  const beside = others.length === 0 ? '' : `; from elsewhere: ${others.join(', ')}`
  if (config !== undefined) return good('config', config.name + beside)
  const none = `no config${beside}`
  const hint = 'Create one with gov init.'
  return others.length > 0
    ? warnFinding('config', none, hint)
    : failed('config', usageError('config-not-found', none, hint))
}

/** True when an evaluation can be asked for. */
async function* dashboardFindings(
  settings: Settings,
  request: CheckRequest,
  world: World,
): AsyncGenerator<Finding, boolean> {
  const { ruleset_files: files, 'dashboard.url': url } = settings
  if (files) {
    yield good('dashboard', 'not needed: the rulesets are local')
    const rulesets = await rulesetFileFindings(files.value, findDialect(settings), world)
    yield rulesets
    return rulesets.status === 'ok'
  }
  if (url === undefined) return false
  yield good('dashboard', `${url.value} (${url.origin.place})`)
  return dashboardAddress(settings) === undefined
    ? yield* embeddedFindings(settings, request, world)
    : yield* networkFindings(url.value, settings, request, world)
}

async function* embeddedFindings(settings: Settings, request: CheckRequest, world: World) {
  if (!(yield* workspaceFindings(settings, world))) return false
  const { client, close } = await openEmbedded(settings, request, world)
  try {
    return yield* serviceFindings(client, 'not needed by the embedded sandbox')
  } finally {
    await close()
  }
}

async function* networkFindings(url: string, settings: Settings, request: CheckRequest, world: World) {
  const connection = yield* attempt('connection', () => createConnection(url, settings, request, world))
  if (!connection) return false
  const isOpen = yield* examineWay(url, connection.result, world)
  const token = yield* attempt('token', () => openNetwork(settings, request, world))
  if (!token) return false
  const { client, close } = token.result
  try {
    const place = settings.token?.origin.place
    if (isOpen) return yield* serviceFindings(client, `${place} is accepted`)
    yield skipped('token', `${place} is set, but was not tried`)
    return false
  } finally {
    await close()
  }
}

/** The first API or definition of the plan, evaluated twice: whether it runs, and whether it runs the same. */
async function evaluationFinding(checkPlan: CheckPlan, world: World): Promise<Finding> {
  const plan = planFirst(checkPlan)
  const name = 'evaluation'
  const asked = await tried(name, async () => {
    const first = await evaluatePlan(plan, world)
    return [first, await evaluatePlan(plan, world)] as const
  })
  if ('finding' in asked) return asked.finding
  const [first, second] = asked.result.map(({ answers }) => answers.map(({ evaluation }) => evaluation))
  const [evaluation] = first ?? []
  const subject = plan.targets.asked.definitions[0]?.file ?? plan.targets.asked.api_ids[0] ?? ''
  const gap = evaluation && findGap(evaluation, subject)
  if (evaluation === undefined || gap) return failed(name, gap ?? nothingRanError(subject))
  if (summarizeVerdict(first ?? []) !== summarizeVerdict(second ?? [])) {
    const message = `${subject} got different results from two evaluations`
    const hint = "Its verdict is unreliable until two evaluations agree. Ask the dashboard's administrator."
    return failed(name, new GovError('incomplete', 'not-deterministic', message, hint))
  }
  const { total, rulesets } = evaluation
  const facts = `${plural(rulesets.length, 'ruleset')}: ${plural(total, 'issue')}`
  return good(name, `${subject}, ${facts}; two runs agree`)
}

function planFirst(plan: CheckPlan): CheckPlan {
  const { definitions, api_ids, ...others } = plan.targets.asked
  const one =
    definitions.length > 0
      ? { definitions: definitions.slice(0, 1), api_ids: [] }
      : { definitions: [], api_ids: api_ids.slice(0, 1) }
  return askInstead(plan, { ...one, ...others })
}

function findGap({ error, rulesets, evaluated_apis }: Evaluation, subject: string): GovError | undefined {
  if (error !== undefined && error !== '') {
    const hint = 'Fix the rulesets or the API. gov check --diagnose names each failing pair.'
    return new GovError('incomplete', 'evaluation-incomplete', `${subject} failed in part: ${error}`, hint)
  }
  return rulesets.length === 0 || evaluated_apis === 0 ? nothingRanError(subject) : undefined
}

function nothingRanError(subject: string): GovError {
  const hint = 'Select active rulesets that apply to this kind of API.'
  return new GovError('incomplete', 'nothing-ran', `no ruleset ran on ${subject}`, hint)
}

/** The facts that decide a verdict, without times and the order of issues. */
function summarizeVerdict(evaluations: readonly Evaluation[]): string {
  const renderCounts = ({ total, issues, rulesets }: Evaluation) => ({
    total,
    rulesets: rulesets.map(({ id }) => id).sort(),
    issues: issues.map(({ _id, rule_id, path, severity }) => [_id, rule_id, path, severity].join(' ')).sort(),
  })
  return JSON.stringify(evaluations.map(renderCounts))
}
