import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { answerOnSocket, nameOf } from './answer-on-socket.ts'
import { projectRoot, runGov } from './run-gov.ts'

const none = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
const row = (change: object = {}) => ({
  id: 'rs-a',
  name: 'A',
  resource_type: 'oas-api',
  active: true,
  action: 'warn',
  ...none,
  ...change,
})
const mcp = { resource_type: 'mcp-api' }
const inactive = { active: false }
const other = { id: 'rs-b', name: 'B' }
const warning = {
  _id: '0123456789abcdef',
  org_id: 'o',
  api_id: 'pay',
  ruleset_id: 'rs-a',
  ruleset_name: 'A',
  rule_id: 'r',
  rule_summary: '',
  how_to_fix: '',
  message: 'm',
  severity: 'warn',
  severity_order: 2,
  path: 'info',
  location: { start_line: 1, start_char: 1, end_line: 1, end_char: 1 },
  created_at: '2026-01-01T00:00:00Z',
}

interface Case {
  readonly rows: readonly object[]
  readonly issues?: readonly object[]
  /** What the dashboard says of each saved API; a number is a refusal. */
  readonly kind?: string | number
  readonly flags?: string
  readonly policy?: string
}

const byId = '--ruleset-id rs-a'
const both = '--ruleset-id rs-a --ruleset-id rs-b'
const requires = 'require: { ruleset_ids: [rs-a] }\n'

it.each<[string, Case, number, string]>([
  ['an MCP ruleset, and an API of no stated kind', { rows: [row(mcp)] }, 5, 'no ruleset ran on API pay'],
  ['an MCP ruleset, and an OpenAPI', { rows: [row(mcp)], kind: 'oas-api' }, 5, 'no ruleset ran on API pay'],
  ['an MCP ruleset, and an API of an unknown kind', { rows: [row(mcp)], kind: 'grpc' }, 5, 'no ruleset ran'],
  ['an MCP ruleset, and an API that cannot be read', { rows: [row(mcp)], kind: 403 }, 5, 'no ruleset ran'],
  ['an MCP ruleset, and an API that is not found', { rows: [row(mcp)], kind: 404 }, 5, 'no ruleset ran'],
  ['a ruleset of an unknown kind', { rows: [row({ resource_type: 'x' })] }, 4, 'a ruleset for x ran'],
  [
    'an MCP ruleset beside one that ran',
    { rows: [row(mcp), row(other)], flags: `${both} --api-id ship`, kind: 'oas-api' },
    5,
    'ruleset rs-a did not run on 2 APIs',
  ],
  [
    'an MCP ruleset of a category',
    { rows: [row(mcp)], flags: '--category c' },
    5,
    'no ruleset of category c',
  ],
  [
    'an MCP ruleset that a policy accepts as not run',
    { rows: [row(mcp)], policy: 'policy: { on_unevaluated: pass }\n' },
    0,
    'EMPTY nothing was checked; no ruleset ran',
  ],
  ['an MCP ruleset that is required', { rows: [row(mcp)], policy: requires }, 5, 'no ruleset ran on API pay'],
  [
    'an MCP ruleset of a category, and the policy requires it',
    { rows: [row(mcp)], flags: '--category c', policy: `${requires}policy: { on_unevaluated: pass }\n` },
    5,
    'requires ruleset rs-a, which is not checked',
  ],
  ['an inactive MCP ruleset', { rows: [row({ ...mcp, ...inactive })] }, 5, 'no ruleset ran on API pay'],
  ['an MCP ruleset, and an MCP API', { rows: [row(mcp)], kind: 'mcp-api' }, 0, 'PASS'],
  [
    'an MCP ruleset with issues: it ran',
    { rows: [row({ ...mcp, warn_count: 1 })], issues: [warning] },
    0,
    'PASS',
  ],
  ['an inactive ruleset of a category', { rows: [row(inactive)], flags: '--category c' }, 4, 'is inactive'],
  ['an inactive ruleset by id', { rows: [row(inactive)] }, 0, 'warning: ruleset rs-a is inactive'],
  [
    'an inactive ruleset by id, with issues',
    { rows: [row({ ...inactive, warn_count: 1 })], issues: [warning], flags: `${byId} --fail-on warn` },
    1,
    '1 warning',
  ],
  [
    'an inactive ruleset that is required',
    { rows: [row(inactive)], policy: requires },
    5,
    'requires ruleset rs-a, which is not checked (found it inactive)',
  ],
  [
    'an inactive ruleset that is required beside an active one',
    { rows: [row(inactive), row(other)], flags: both, policy: requires },
    5,
    'found it inactive',
  ],
  [
    'an inactive ruleset that is required, where what did not run is accepted',
    { rows: [row(inactive)], policy: `${requires}policy: { on_unevaluated: pass }\n` },
    5,
    'found it inactive',
  ],
  [
    'an inactive ruleset beside the required one',
    { rows: [row(), row({ ...other, ...inactive })], flags: both, policy: requires },
    0,
    'PASS',
  ],
])('a dashboard lists %s', async (_name, { rows, issues = [], kind, flags = byId, policy }, exit, says) => {
  const evaluation = {
    ...none,
    rulesets: rows,
    issues,
    total: issues.length,
    warn_count: issues.length,
    truncated: false,
    elapsed_ms: 1,
  }
  const socket = await answerOnSocket(async (request) => {
    const [method, path = ''] = nameOf(request).split(' ')
    if (method === 'POST') {
      const { api_ids } = (await request.json()) as { readonly api_ids: readonly string[] }
      return Response.json({ ...evaluation, evaluated_apis: api_ids.length })
    }
    if (typeof kind === 'number') return Response.json({ Status: 'Error', Message: 'no' }, { status: kind })
    const api_id = path.slice('/api/apis/'.length)
    return Response.json({ api_definition: { api_id, ...(kind && { resource_type: kind }) } })
  })
  try {
    const cwd = await tempTree({ ...(policy && { 'policy.yml': `version: 1\n${policy}` }) })
    const by = policy === undefined ? [] : ['--policy', 'policy.yml']
    const argv = ['check', '--quiet', '--url', socket.url, '--api-id', 'pay', ...flags.split(' '), ...by]
    const { exitCode, stdout, stderr } = await runGov(argv, { cwd, env: { GOV_TOKEN: 'token-of-a-user' } })
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(says)
    expect(exitCode).toBe(exit)
  } finally {
    socket.close()
  }
})

const definition = 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\n'

it.each([
  ['a saved API', '--api-id pay', 'API pay'],
  ['a definition', '--definition a.yaml', 'a.yaml'],
])('a response that evaluated nothing is a gap beside one that did: %s', async (_name, flags, target) => {
  const socket = await answerOnSocket(async (request) => {
    const asked = decodeURIComponent(request.url) + (await request.text())
    const isSecond = asked.includes('second')
    const evaluation = { ...none, issues: [], total: 0, truncated: false, elapsed_ms: 1 }
    const rulesets = [isSecond ? row(other) : row()]
    return Response.json({ ...evaluation, rulesets, evaluated_apis: isSecond ? 0 : 1 })
  })
  try {
    const cwd = await tempTree({ 'a.yaml': definition })
    const argv = ['check', '--quiet', '--url', socket.url, '--category', 'first', '--category', 'second']
    const env = { GOV_TOKEN: 'token-of-a-user' }
    const { exitCode, stdout } = await runGov([...argv, ...flags.split(' ')], { cwd, env })
    const said = stdout.replaceAll(/\s+/g, ' ')
    expect(said).toContain(`0 of 1 requested APIs were evaluated by ruleset rs-b (${target})`)
    expect(exitCode).toBe(5)
  } finally {
    socket.close()
  }
})

const demo = join(projectRoot, 'fixtures/workspace')
it.each([
  ['an MCP API by an MCP ruleset', '--api-id assistant-tools --ruleset-id rs-mcp', 0, ''],
  ['an API by an MCP ruleset', '--api-id payments --ruleset-id rs-mcp', 5, ''],
  [
    'an API by an inactive ruleset',
    '--api-id payments --ruleset-id rs-draft',
    0,
    'ruleset rs-draft is inactive',
  ],
])('the embedded sandbox evaluates %s', async (_name, flags, exit, says) => {
  const argv = ['check', '--quiet', '--url', 'embedded', '--workspace', demo, '--fail-on', 'never']
  const { exitCode, stderr } = await runGov([...argv, ...flags.split(' ')], { cwd: projectRoot })
  expect(exitCode).toBe(exit)
  expect(stderr).toContain(says)
})
