/**
 * 200 clients at once against the built sandbox for 60 seconds over the loopback: lookups, evaluations of saved APIs and
 * of definitions. Prints latencies and memory, and exits 1 unless every answer was the right one. Stops by itself.
 *
 * node test/load/run.js [clients] [seconds]
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const [clients = 200, seconds = 60] = process.argv.slice(2).map(Number)
const definition = readFileSync(join(root, 'fixtures/workspace/apis/payments/openapi.yaml'))
const json = { 'content-type': 'application/json' }

/** What each client asks for, over and over, each from another place on. */
const questions = [
  { kind: 'lookup', path: '/api/apis/payments' },
  { kind: 'lookup', path: '/api/apis?p=-1' },
  { kind: 'lookup', path: '/api/rulesets' },
  {
    kind: 'evaluation of saved APIs',
    path: '/api/evaluations/sandbox',
    headers: json,
    body: '{"api_ids":["payments","orders"],"ruleset_ids":["rs-security","rs-design"]}',
  },
  { kind: 'lookup', path: '/api/rulesets/rs-security' },
  { kind: 'lookup', path: '/api/apis/categories' },
  { kind: 'lookup', path: '/openapi.json' },
  {
    kind: 'evaluation of a definition',
    path: '/api/evaluations/sandbox/oas?ruleset_ids=rs-security',
    headers: { 'content-type': 'application/yaml' },
    body: definition,
  },
  { kind: 'lookup', path: '/api/apis/search?q=pay' },
  { kind: 'refusal', path: '/api/apis/nothing', status: 400 },
]

const child = spawn(
  process.execPath,
  [
    join(root, 'bin/gov.js'),
    'sandbox',
    'serve',
    '--workspace',
    join(root, 'fixtures/workspace'),
    '--port',
    '0',
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
const url = await new Promise((settle, reject) => {
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (more) => {
    text += more
    const found = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
    if (found !== undefined) settle(found)
  })
  child.once('close', () => reject(new Error(`the sandbox did not start: ${text}`)))
})

function residentMegabytes() {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
  )
}

const agent = new Agent({ keepAlive: true, maxSockets: clients })
const took = new Map(questions.map(({ kind }) => [kind, []]))
const errors = new Map()

function ask({ path, headers, body, status = 200 }) {
  return new Promise((settle) => {
    const sent = request(url + path, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer demo-key-pipeline', ...headers },
    })
    sent.once('error', (error) => settle(error.code ?? error.message))
    sent.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (more) => {
        text += more
      })
      answer.once('error', (error) => settle(error.code ?? error.message))
      answer.once('end', () => settle(faultOf(answer.statusCode, status, text)))
    })
    sent.end(body)
  })
}

function faultOf(status, expected, text) {
  if (status !== expected) return `${status} instead of ${expected}`
  return 'error' in JSON.parse(text) ? `error in the answer: ${JSON.parse(text).error}` : undefined
}

const endsAt = performance.now() + seconds * 1000
async function client(first) {
  for (let turn = first; performance.now() < endsAt; turn++) {
    const question = questions[turn % questions.length]
    const started = performance.now()
    const fault = await ask(question)
    took.get(question.kind).push(performance.now() - started)
    if (fault !== undefined) errors.set(fault, (errors.get(fault) ?? 0) + 1)
  }
}

const [atStart, memory] = [residentMegabytes(), []]
const watch = setInterval(() => memory.push(residentMegabytes()), 1_000)
await Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
clearInterval(watch)
await new Promise((settle) => setTimeout(settle, 15_000))
const atEnd = residentMegabytes()
agent.destroy()
child.removeAllListeners('close')
const code = await new Promise((settle) => {
  child.once('close', settle)
  child.kill('SIGTERM')
})

const say = (text) => process.stdout.write(`${text}\n`)
const print = (name, cells) =>
  say(`${name.padEnd(26)}${cells.map((cell) => String(cell).padStart(9)).join('')}`)
const at = (sorted, share) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
const all = [...took.values()].flat()
say(
  `${clients} clients, ${seconds} s, ${all.length} requests, ${Math.round(all.length / seconds)} a second; milliseconds:\n`,
)
print('', ['requests', 'p50', 'p95', 'p99', 'max'])
for (const [kind, times] of took) {
  const sorted = times.sort((one, other) => one - other)
  print(kind, [sorted.length, at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), at(sorted, 1)])
}
const wrong = [...errors.values()].reduce((sum, count) => sum + count, 0)
say(
  `\nerrors ${wrong}; memory ${atStart} MB at the start, ${Math.max(...memory)} MB at most, ${atEnd} MB 15 s later; ended with ${code}`,
)
for (const [fault, count] of errors) say(`  ${count} times: ${fault}`)
process.exitCode = wrong === 0 && all.length > 0 && code === 0 ? 0 : 1
