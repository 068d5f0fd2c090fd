import packageJson from '../../../package.json' with { type: 'json' }
import type { CheckRequest } from '../../check/check-request.ts'
import { createConnection } from '../../check/connect/connection.ts'
import { openEmbedded, openNetwork } from '../../check/connect/open-dashboard.ts'
import { planCheck } from '../../check/plan-check.ts'
import { type FoundSettings, findSettings } from '../../check/read-settings.ts'
import type { World } from '../../check/world.ts'
import { usageError } from '../../core/model/errors.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { checkRules } from '../../settings/rules.ts'
import { evaluationFinding } from './evaluation.ts'
import { attempt, type Finding, failed, good, skipped, warnFinding } from './finding.ts'
import { definitionFindings, findDialect, rulesetFileFindings, workspaceFindings } from './local.ts'
import { serviceFindings } from './service.ts'
import { examineWay } from './way.ts'

/** Looks at one thing after the other; what rests on something that failed is not checked. */
export async function* examine(readRequest: () => CheckRequest, world: World): AsyncGenerator<Finding> {
  yield nodeFinding(world)
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
  // Before there is a config, what to check is not wrong but still open.
  const isOpen = found.result.config === undefined
  for (const error of broken) yield isOpen ? skipped('settings', error.message) : failed('settings', error)
  const areFound = yield* definitionFindings(settings, world)
  const canEvaluate = yield* dashboardFindings(settings, request, world)
  if (broken.length > 0 || !areFound || !canEvaluate)
    yield skipped('evaluation', 'not checked: fix the problems above first')
  else yield* evaluationFindings(request, world)
}

async function* evaluationFindings(request: CheckRequest, world: World): AsyncGenerator<Finding> {
  const plan = await planCheck(request, world)
  const evaluation = await evaluationFinding(plan, world)
  yield evaluation
  if (plan.connection.capabilities.waits && evaluation.status === 'ok')
    yield skipped(
      'engine',
      'not compared: gov parity shows where the dashboard and the embedded sandbox differ',
    )
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
