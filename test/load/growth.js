/**
 * How long each operation of the built sandbox takes with 10, 1,000 and 20,000 saved APIs, and how much longer a lookup of another
 * organisation takes beside two connections that list the categories of 20,000. Prints milliseconds, medians of nine.
 *
 * node test/load/growth.js
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const sizes = [10, 1_000, 20_000]
const rules = '{"rules":{"a":{"given":"$","then":{"function":"truthy"}}}}'
const operations = [
  ['GET', '/api/apis'],
  ['GET', '/api/apis?p=-1'],
  ['GET', '/api/apis?q=API&sort=-name'],
  ['GET', '/api/apis?category=c1'],
  ['GET', '/api/apis/search?q=7'],
  ['GET', '/api/apis/categories'],
  ['GET', '/api/apis/big-3'],
  ['GET', '/api/apis/nothing'],
  ['GET', '/api/rulesets'],
  ['GET', '/api/rulesets/rs'],
  ['PUT', '/api/rulesets/rs', { name: 'RS', categories: ['all'], definition: rules }],
  ['GET', '/api/users'],
  ['GET', '/api/keys/detailed'],
  ['POST', '/api/keys/k1', { access_rights: { 'big-1': { api_id: 'big-1' } } }],
  ['GET', '/api/portal/developers'],
  ['GET', '/openapi.json'],
  ['POST', '/api/evaluations/sandbox', { api_ids: ['big-1'], ruleset_ids: ['rs'] }],
  ['POST', '/api/evaluations/sandbox/oas?ruleset_ids=rs', { openapi: '3.0.3', info: {}, paths: {} }],
]

/** Two organisations: `big` has so many APIs, and `small` has one. */
function writeWorkspace(folder, count) {
  const write = (name, value) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(value))
  }
  const organisations = [{ id: 'big' }, { id: 'small' }].map(({ id }) => ({ id, name: id }))
  const settings = { version: 1, governance: true, api_ownership: false }
  write('workspace.yml', { ...settings, default_user: 'big', organisations })
  for (const { id } of organisations) {
    const user_permissions = {
      apis: 'write',
      governance: 'write',
      users: 'read',
      keys: 'write',
      portal: 'read',
    }
    write(`users/${id}.json`, { id, access_key: id, active: true, org_id: id, user_permissions })
  }
  const writeApi = (org_id, at) => {
    const api_id = `${org_id}-${at}`
    const facts = { name: `API ${at}`, org_id, kind: 'oas', active: true, owners: [] }
    const categories = ['all', `c${at % 12}`]
    const id = (org_id === 'big' ? 'a' : 'b') + String(at).padStart(23, '0')
    write(`apis/${api_id}/api.yml`, { api_id, id, ...facts, categories, definition: 'openapi.json' })
    if (at < 10) write(`apis/${api_id}/openapi.json`, { openapi: '3.0.3', info: { title: 't' }, paths: {} })
  }
  for (let at = 0; at < count; at++) writeApi('big', at)
  writeApi('small', 0)
  const facts = { ruleset_id: 'rs', id: 'f'.repeat(24), name: 'RS', org_id: 'big', active: true }
  const more = { resource_type: 'oas-api', action: 'warn', categories: ['all'], is_template: false }
  const day = '2026-01-01T00:00:00Z'
  const times = { date_created: day, last_updated: day }
  write('rulesets/rs/ruleset.yml', { ...facts, ...more, ...times, description: '', rules: 'rules.json' })
  writeFileSync(join(folder, 'rulesets/rs/rules.json'), rules)
}

async function serve(workspace) {
  const argv = [join(root, 'bin/gov.js'), 'sandbox', 'serve', '--workspace', workspace, '--port', '0']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((settle) => child.once('close', settle))
  const url = await new Promise((settle, reject) => {
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (more) => {
      text += more
      const found = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
      if (found !== undefined) settle(found)
    })
    void ended.then(() => reject(new Error(`the sandbox did not start: ${text}`)))
  })
  const agent = new Agent({ keepAlive: true })
  /** Milliseconds to the last byte of the answer, and its status. */
  const ask = ([method, path, body], key = 'big') =>
    new Promise((settle, reject) => {
      const started = performance.now()
      const headers = { authorization: key, ...(body && { 'content-type': 'application/json' }) }
      request(url + path, { agent, method, headers }, (answer) => {
        const done = () => settle({ ms: performance.now() - started, status: answer.statusCode })
        answer.resume().once('end', done)
      })
        .once('error', reject)
        .end(body && JSON.stringify(body))
    })
  const stop = () => {
    agent.destroy()
    child.kill('SIGTERM')
    return ended
  }
  return { ask, stop }
}

const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)]

async function repeat(count, act) {
  const all = []
  for (let turn = 0; turn < count; turn++) all.push(await act())
  return all
}

async function compareBystander({ ask }) {
  const look = async () => (await ask(['GET', '/api/apis/small-0'], 'small')).ms
  await repeat(200, look)
  const quiet = median(await repeat(500, look))
  let isOn = true
  const listing = [1, 2].map(async () => {
    while (isOn) await ask(['GET', '/api/apis/categories'])
  })
  const busy = median(await repeat(500, look))
  isOn = false
  await Promise.all(listing)
  return { quiet, busy }
}

const rows = operations.map(() => [])
let beside
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-growth-'))
  writeWorkspace(folder, size)
  const server = await serve(folder)
  try {
    for (const [at, operation] of operations.entries()) {
      const answers = await repeat(9, () => server.ask(operation))
      rows[at].push({ ms: median(answers.map(({ ms }) => ms)), status: answers[0].status })
    }
    if (size === sizes.at(-1)) beside = await compareBystander(server)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

const say = (text) => process.stdout.write(`${text}\n`)
say(`${'APIs'.padEnd(50)}${sizes.map((size) => String(size).padStart(9)).join('')}  status`)
for (const [at, [method, path]] of operations.entries()) {
  const times = rows[at].map(({ ms }) => ms.toFixed(1).padStart(9)).join('')
  say(
    `${`${method} ${path}`.padEnd(50)}${times}  ${[...new Set(rows[at].map(({ status }) => status))].join(' ')}`,
  )
}
const { quiet, busy } = beside
say(
  `\na lookup of another organisation: ${quiet.toFixed(2)} ms, beside two lists ${busy.toFixed(2)}: ${(busy / quiet).toFixed(1)} times`,
)
