import { connect } from 'node:net'
import { join } from 'node:path'
import { ask, author, countStatuses, pipeline, sleep, times } from './ask.ts'
import type { Attack } from './attack.ts'
import { copyWorkspace } from './hostile-workspace.ts'
import { projectRoot } from './project-root.ts'
import { answersIn, rawExchange } from './raw-exchange.ts'
import { type Sandbox, startSandbox } from './service.ts'

const pattern = { function: 'pattern', functionOptions: { match: '^(a+)+$' } }
const endlessRules = JSON.stringify({
  rules: {
    endless: Object.fromEntries([
      ['given', '$.info.title'],
      ['then', pattern],
    ]),
  },
})
const definition = { openapi: '3.0.3', info: { title: `${'a'.repeat(200)}!`, version: '1' }, paths: {} }

/** Evaluations that nothing but the time limit ends, of which each thread has one. */
async function evaluate({ url }: Sandbox, count = 1) {
  const endless = { name: 'Endless', ruleset_id: 'endless', definition: endlessRules }
  await ask(`${url}/api/rulesets`, 'POST', endless)
  const target = `${url}/api/evaluations/sandbox/oas?ruleset_ids=endless`
  const running = times(count, () => ask(target, 'POST', definition, pipeline))
  await sleep(700)
  return Promise.all(running).then((answers) => countStatuses(answers.flat()))
}

/** Evaluations that run when it is stopped, and told again with a second signal. */
async function evaluateAndStop(sandbox: Sandbox, count: number, again?: NodeJS.Signals) {
  const running = evaluate(sandbox, count)
  await sleep(1_500)
  sandbox.kill('SIGTERM')
  await sleep(200)
  if (again) sandbox.kill(again)
  return running
}

const head = (rest: string) =>
  `POST /api/evaluations/sandbox HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer demo-key-pipeline\r\n${rest}`
const lookup =
  'GET /api/apis/payments HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer demo-key-pipeline\r\n\r\n'
const isClosed = (text: string) =>
  text === ''
    ? 'closed'
    : answersIn(text)
        .map((each) => each.slice(0, 3))
        .join(' ')

/** Sends the bytes, stops the sandbox meanwhile, and says what came back. */
async function sendAndStop(sandbox: Sandbox, bytes: string, more: Parameters<typeof rawExchange>[2] = {}) {
  const exchange = rawExchange(sandbox.port, bytes, { patience: 20_000, ...more })
  await sleep(300)
  sandbox.kill('SIGTERM')
  return isClosed(await exchange)
}

type Row = readonly [
  name: string,
  flags: readonly string[],
  answer: RegExp,
  /** Stops the sandbox, and says what its clients got. */
  act: (sandbox: Sandbox, folder: string) => Promise<string>,
]

const rows: readonly Row[] = [
  [
    'an evaluation that ends in its grace',
    ['--max-time', '2s'],
    /^1 x 200; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 1),
  ],
  [
    'an evaluation that does not',
    ['--grace', '500ms'],
    /^1 x 503; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 1),
  ],
  [
    '60 evaluations, of which most wait',
    ['--grace', '500ms'],
    /^60 x 503; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 60),
  ],
  ['no grace at all', ['--grace', '0s'], /^4 x 503; 0 in time$/, (sandbox) => evaluateAndStop(sandbox, 4)],
  [
    'two SIGTERMs, of which the second ends the grace',
    ['--grace', '60s'],
    /^4 x 503; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 4, 'SIGTERM'),
  ],
  [
    'SIGTERM and Ctrl-C',
    ['--grace', '60s'],
    /^4 x 503; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 4, 'SIGINT'),
  ],
  [
    '200 connections that are kept alive',
    [],
    /^200 x 200; 0 in time$/,
    async (sandbox) => {
      const kept = times(200, () => rawExchange(sandbox.port, lookup, { patience: 20_000 }))
      await sleep(1_000)
      sandbox.kill('SIGTERM')
      return countStatuses((await Promise.all(kept)).map(isClosed))
    },
  ],
  [
    'a request on a connection that is kept alive',
    ['--grace', '3s'],
    /^200 503.*; 0 in time$/,
    async (sandbox) => {
      const running = evaluate(sandbox)
      await sleep(1_000)
      // Never idle: the second request begins before the signal, and ends after it.
      const [first, last] = [`${lookup}${lookup.slice(0, 40)}`, lookup.slice(40)]
      const answer = sendAndStop(sandbox, first, {
        drip: { every: 600, bytes: (at) => (at === 0 ? last : undefined) },
      })
      return `${await answer}, ${await running}`
    },
  ],
  [
    'a head that comes a byte at a time',
    ['--grace', '1s'],
    /^(closed|408|503); 0 in time$/,
    (sandbox) =>
      sendAndStop(sandbox, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', {
        drip: { every: 100, bytes: () => 'a' },
      }),
  ],
  [
    'a body that comes a byte at a time',
    ['--grace', '1s'],
    /^503; 0 in time$/,
    (sandbox) =>
      sendAndStop(sandbox, head('Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'), {
        drip: { every: 100, bytes: () => ' ' },
      }),
  ],
  [
    'half a request, and nothing more',
    ['--grace', '1s'],
    /^(closed|503); 0 in time$/,
    (sandbox) => sendAndStop(sandbox, head('')),
  ],
  [
    'half a body, and an end',
    ['--grace', '1s'],
    /^(closed|400|503); 0 in time$/,
    (sandbox) => sendAndStop(sandbox, head('Content-Length: 900\r\n\r\n{'), { half: true }),
  ],
  [
    'connections that say nothing',
    ['--grace', '1s'],
    /^closed; 0 in time$/,
    (sandbox) => sendAndStop(sandbox, ''),
  ],
  [
    'a client that does not read its answers',
    ['--grace', '1s'],
    /^nothing; 0 in time$/,
    async (sandbox) => {
      const socket = connect(sandbox.port, '127.0.0.1').on('error', () => {})
      socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(400))
      await sleep(600)
      sandbox.kill('SIGTERM')
      await sandbox.ended
      socket.destroy()
      return 'nothing'
    },
  ],
  [
    '1,000 requests on one connection',
    ['--grace', '2s'],
    /^(200|503)( (200|503))*; 0 in time$/,
    async (sandbox) =>
      [...new Set((await sendAndStop(sandbox, lookup.repeat(1_000))).split(' '))].sort().join(' '),
  ],
  [
    'writes, of which each that was answered is kept',
    ['--persist'],
    /^all kept; 0 in time$/,
    async (sandbox, folder) => {
      const saved: string[] = []
      const write = async (writer: number) => {
        for (let at = 0; ; at++) {
          const name = `w${writer}-${at}`
          const answer = await ask(`${sandbox.url}/api/keys/${name}`, 'POST', { alias: name })
          if (!answer[0].startsWith('200')) return
          saved.push(name)
        }
      }
      const writers = times(8, write)
      await sleep(700)
      sandbox.kill('SIGTERM')
      await Promise.all(writers)
      await sandbox.ended
      const next = await startSandbox(folder)
      const answer = await fetch(`${next.url}/api/keys/detailed?p=-1`, { headers: author })
      const text = await answer.text()
      next.kill('SIGTERM')
      await next.ended
      const lost = saved.filter((name) => !text.includes(`"${name}"`))
      return saved.length > 0 && lost.length === 0 ? 'all kept' : `LOST ${lost.length} of ${saved.length}`
    },
  ],
  [
    'a folder that is locked, twice',
    ['--persist', '--grace', '60s'],
    /^2 x 503; 0 in time$/,
    (sandbox) => evaluateAndStop(sandbox, 2, 'SIGTERM'),
  ],
]

/** Milliseconds that a sandbox may take to end, once its clients have their answers, on a busy machine. */
const endMs = 6_000

/** What becomes of clients when a sandbox is told to end; it ends with 0, whatever they do. */
export const stopAttacks: readonly Attack[] = rows.map(([name, flags, answer, act]) => ({
  name: `stop: ${name}`,
  answer,
  isLong: true,
  send: async () => {
    const { folder, remove } = flags.includes('--persist')
      ? await copyWorkspace()
      : { folder: join(projectRoot, 'fixtures/workspace'), remove: async () => {} }
    const sandbox = await startSandbox(folder, flags)
    try {
      const got = await act(sandbox, folder)
      const answered = performance.now()
      const code = await Promise.race([sandbox.ended, sleep(30_000).then(() => 'never')])
      const took = performance.now() - answered
      return [`${got}; ${code} ${took <= endMs ? 'in time' : `AFTER ${Math.round(took)} ms`}`]
    } finally {
      sandbox.kill('SIGKILL')
      await sandbox.ended
      await remove()
    }
  },
}))
