import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardEvaluator } from '../../../src/check/connect/dashboard.ts'
import { openNetworkDashboard } from '../../../src/check/connect/network-dashboard.ts'
import { engineEvaluator } from '../../../src/check/evaluation/engine-evaluator.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import type { Evaluator } from '../../../src/check/types.ts'
import type { Selector } from '../../../src/core/model/asked.ts'
import { GovError } from '../../../src/core/model/errors.ts'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { unlimited } from '../../../src/sandbox/evaluation/limits.ts'
import { createApp } from '../../../src/sandbox/http/app.ts'
import { listen } from '../../../src/sandbox/http/listen.ts'
import type { UserRecord } from '../../../src/sandbox/store/records.ts'
import { openWorkspace, type Workspace } from '../../../src/sandbox/store/workspace.ts'
import { secret } from '../../../src/settings/secret.ts'
import { testProcess } from '../../terminal/test-process.ts'

const folder = resolve('fixtures/workspace')
const now = () => new Date('2026-11-24T05:06:07.000Z')
const options = { limits: serviceLimits, now, day: '2026-11-24' }

interface Both {
  readonly engine: Evaluator
  readonly dashboard: Evaluator
  readonly close: () => Promise<void>
}

/** The engine over a workspace, and a dashboard that serves it over a socket; both ask as its default user. */
async function openBoth(workspace: Workspace): Promise<Both> {
  const server = await listen(createApp(workspace, options), { port: 0 })
  const { users, settings } = workspace
  const key = users.find(({ id }) => id === settings.default_user)?.access_key ?? ''
  const limits = { timeoutMs: 60_000, deadlineMs: 60_000, retries: 0 }
  const opened = await openNetworkDashboard(
    { url: server.url, token: secret(key), ...limits },
    testProcess().context,
  )
  const dashboard = dashboardEvaluator(opened)
  const openRecords = () => Promise.reject(new Error('nothing is looked up'))
  const here = { ...options, timeLimit: unlimited, readFiles: undefined, openRecords }
  const close = async () => {
    await dashboard.close()
    await server.close()
  }
  return { engine: engineEvaluator(workspace, here), dashboard, close }
}

let both: Both
beforeAll(async () => {
  both = await openBoth(await openWorkspace(folder))
})
afterAll(() => both.close())

/** What an evaluator answers, or why it does not; only its own name and the time that it took may differ. */
async function told(
  evaluate: (evaluator: Evaluator) => Promise<unknown>,
  evaluator: Evaluator,
): Promise<unknown> {
  try {
    const { elapsed_ms: _took, rule_matches: _matches, ...evaluation } = Object(await evaluate(evaluator))
    return JSON.parse(JSON.stringify(evaluation))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    const { kind, code, message, hint } = error
    return { kind, code, hint, message: message.replace(/^the (?:embedded sandbox|dashboard)/, '') }
  }
}

async function expectSame(
  evaluate: (evaluator: Evaluator) => Promise<unknown>,
  { engine, dashboard } = both,
): Promise<unknown> {
  const here = await told(evaluate, engine)
  expect(here).toEqual(await told(evaluate, dashboard))
  return here
}

const apis = (ids: readonly string[], selector: Selector) => (evaluator: Evaluator) =>
  evaluator.evaluateApis(ids, selector)

const all = ['rs-design', 'rs-docs', 'rs-draft', 'rs-legacy', 'rs-mcp', 'rs-owasp-template', 'rs-security']
const evaluable = [
  'identity',
  'orders',
  'notifications',
  'assistant-tools',
  'shipping',
  'payments',
  'catalogue',
]
const classic = '3f0c6a9d2b7e4c15a8d4e1907b52c6fa'

describe('the engine and a dashboard say the same of saved APIs', () => {
  it.each(evaluable)('%s by every ruleset', async (id) => {
    for (const ruleset of all) await expectSame(apis([id], { ruleset_ids: [ruleset] }))
  })

  it.each<[string, readonly string[], Selector]>([
    ['several', evaluable, { ruleset_ids: ['rs-design', 'rs-mcp'] }],
    ['by category', evaluable, { categories: ['Design', 'security'] }],
    ['by a category that nothing has', ['orders'], { categories: ['nobody'] }],
    ['one that cannot be read in part', ['billing-legacy', 'orders'], { ruleset_ids: ['rs-design'] }],
    ['one twice', ['orders', 'orders'], { ruleset_ids: ['rs-docs', 'rs-docs'] }],
  ])('%s', async (_name, ids, selector) => {
    expect(await expectSame(apis(ids, selector))).toHaveProperty('issues')
  })

  it.each<[string, readonly string[], Selector, string]>([
    ['unknown ids', ['nobody'], { ruleset_ids: ['none'] }, 'not-found'],
    ['an API of another organisation', ['studio-feeds'], { ruleset_ids: ['rs-docs'] }, 'not-found'],
    ['a ruleset of another organisation', ['orders'], { ruleset_ids: ['rs-studio'] }, 'not-found'],
    ['a classic API', [classic], { ruleset_ids: ['rs-docs'] }, 'request-refused'],
    ['no API', [], { ruleset_ids: ['rs-docs'] }, 'request-refused'],
    ['no ruleset', ['orders'], { ruleset_ids: [] }, 'request-refused'],
    ['a blank id', [' '], { ruleset_ids: ['rs-docs'] }, 'request-refused'],
    ['too many APIs', Array(11).fill('orders'), { ruleset_ids: ['rs-docs'] }, 'request-refused'],
    ['too many rulesets', ['orders'], { ruleset_ids: Array(21).fill('rs-docs') }, 'request-refused'],
    ['too many categories', ['orders'], { categories: Array(21).fill('design') }, 'request-refused'],
  ])('%s', async (_name, ids, selector, code) => {
    expect(await expectSame(apis(ids, selector))).toMatchObject({ code })
  })
})

describe('the engine and a dashboard say the same of definitions', () => {
  const sources = createSources(folder)
  const definition = (file: string, selector: Selector) => async (evaluator: Evaluator) =>
    evaluator.evaluateDefinition({ source: await sources.readDefinition(file), api_id: file }, selector)

  it.each(['apis/orders/openapi.yaml', 'apis/notifications/openapi.json', 'apis/payments/openapi.yaml'])(
    '%s',
    async (file) => {
      for (const ruleset of all) await expectSame(definition(file, { ruleset_ids: [ruleset] }))
      const found = await expectSame(definition(file, { categories: ['design'] }))
      expect(found).toMatchObject({ evaluated_apis: 1 })
    },
  )

  it.each<[string, Selector, string]>([
    ['an unknown ruleset', { ruleset_ids: ['none'] }, 'not-found'],
    ['too many rulesets', { ruleset_ids: Array(21).fill('rs-docs') }, 'request-refused'],
  ])('%s', async (_name, selector, code) => {
    expect(await expectSame(definition('apis/orders/openapi.yaml', selector))).toMatchObject({ code })
  })

  it('a version that a dashboard does not take', async () => {
    const text = new TextEncoder().encode('swagger: "2.0"\ninfo: {title: t, version: v}\npaths: {}\n')
    const given = createSources(folder, new Map([['old.yaml', text]]))
    const old = async (evaluator: Evaluator) =>
      evaluator.evaluateDefinition(
        { source: await given.readDefinition('old.yaml'), api_id: 'old' },
        { ruleset_ids: ['rs-docs'] },
      )
    expect(await expectSame(old)).toMatchObject({ code: 'request-refused' })
  })
})

describe('the engine and a dashboard say the same where the workspace allows less', () => {
  const withCaller = (change: Partial<UserRecord>) => (workspace: Workspace) => ({
    ...workspace,
    users: workspace.users.map((user) =>
      user.id === workspace.settings.default_user ? { ...user, ...change } : user,
    ),
  })

  it.each<[string, (workspace: Workspace) => Workspace, string]>([
    [
      'governance is off',
      (workspace) => ({ ...workspace, settings: { ...workspace.settings, governance: false } }),
      'forbidden',
    ],
    [
      'users may evaluate only what they own',
      (workspace) => ({
        ...workspace,
        settings: { ...workspace.settings, api_ownership: true },
        apis: workspace.apis.map((api) => ({ ...api, owners: [] })),
      }),
      'forbidden',
    ],
    ['the caller may not read APIs', withCaller({ user_permissions: { users: 'admin' } }), 'forbidden'],
    ['the caller is an administrator', withCaller({ user_permissions: {} }), 'forbidden'],
    ['the caller is not active', withCaller({ active: false }), 'unauthorised'],
  ])('%s', async (_name, change, code) => {
    const opened = await openBoth(change(await openWorkspace(folder)))
    try {
      const asked = apis(['orders', 'payments'], { ruleset_ids: ['rs-docs'] })
      expect(await expectSame(asked, opened)).toMatchObject({ code })
    } finally {
      await opened.close()
    }
  })
})
