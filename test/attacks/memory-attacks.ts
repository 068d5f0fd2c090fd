import { ask, pipeline, times } from './ask.ts'
import type { Attack } from './attack.ts'
import { addCode, copyWorkspace } from './hostile-workspace.ts'
import { readMegabytes, startSandbox } from './service.ts'

/** Megabytes that an evaluation may take, and that a process with one or with four of them has at most. */
const limit = 192
const most = { 1: 650, 4: 1_500 }

const definition = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }
const rule = (body: string) => `export default () => { ${body}; return [] }\n`
const swallow = (body: string) => `try { ${body} } catch {}`

type Row = readonly [name: string, code: string, requests?: number, atOnce?: 1 | 4]

const rows: readonly Row[] = [
  [
    'bytes that are kept when it is loaded',
    `const kept = []\nfor (;;) kept.push(new Uint8Array(2 ** 24).fill(1))\n${rule('')}`,
  ],
  [
    'bytes that are taken by a call',
    rule('const kept = []; for (;;) kept.push(new Uint8Array(2 ** 24).fill(1))'),
  ],
  ['a text that doubles', rule("let text = 'x'; for (;;) text += text")],
  [
    'texts of 1 MB in a list',
    rule("const kept = []; for (let at = 0; ; at++) kept.push('x'.repeat(2 ** 20) + at)"),
  ],
  ['a list that grows by one', rule('const kept = []; for (;;) kept.push(kept.length)')],
  ['objects in objects', rule('let kept = {}; for (;;) kept = { kept }')],
  ['a map of objects', rule('const kept = new Map(); for (let at = 0; ; at++) kept.set({}, at)')],
  ['closures in a row', rule('let call = () => 0; for (;;) { const last = call; call = () => last }')],
  ['numbers of a million digits', rule('let big = 3n; for (;;) big *= big')],
  ['a pattern over a long text', rule("const text = 'a'.repeat(2 ** 24); for (;;) text.match(/(a)/g)")],
  ['an object as JSON, over and over', rule('let text = "[]"; for (;;) text = JSON.stringify([text, text])')],
  ['one buffer of 2 GB', rule('new Uint8Array(2 ** 31)')],
  [
    'what is left of each of 30 calls',
    `const kept = []\n${rule('kept.push(new Uint8Array(2 ** 24).fill(1))')}`,
    30,
  ],
  [
    'errors that are caught, for ever',
    rule(`const kept = []; for (;;) { ${swallow('kept.push(new Uint8Array(2 ** 22).fill(1))')} }`),
  ],
  [
    'a million results',
    'export default () => Array.from({ length: 1e6 }, () => ({ message: "x".repeat(1000) }))\n',
  ],
  [
    'calls of itself',
    'const call = (kept) => call([...kept, new Uint8Array(1e6)])\nexport default () => call([])\n',
  ],
  [
    'WebAssembly in it',
    rule('const kept = []; for (;;) kept.push(new WebAssembly.Memory({ initial: 1000 }))'),
  ],
  ['four at once', rule('const kept = []; for (;;) kept.push(new Uint8Array(2 ** 24).fill(1))'), 8, 4],
  [
    'four that leave something at once',
    `const kept = []\n${rule('kept.push(new Uint8Array(2 ** 24).fill(1))')}`,
    40,
    4,
  ],
]

/** Rulesets in JavaScript that are to take all memory: of the process, whatever the platform counts. */
export const memoryAttacks: readonly Attack[] = rows.map(([name, code, requests = 2, atOnce = 1]) => ({
  name: `memory: ${name}`,
  answer: /^((200|400), )*(200|400); at most \d+ MB$/,
  isLong: true,
  send: async () => {
    const { folder, remove } = await copyWorkspace()
    await addCode(folder, 'rs-take', code)
    const sandbox = await startSandbox(folder, ['--max-memory', String(limit), '--max-time', '8s'])
    try {
      const target = `${sandbox.url}/api/evaluations/sandbox/oas?ruleset_ids=rs-take`
      const statuses = new Set<string>()
      const work = async () => {
        for (const _ of times(requests / atOnce, () => 0)) {
          const [answer] = await ask(target, 'POST', definition, pipeline)
          statuses.add(/^\d{3}/.exec(answer)?.[0] ?? answer)
        }
      }
      await Promise.all(times(atOnce, work))
      const peak = await readMegabytes(sandbox.pid, 'VmHWM')
      return [
        `${[...statuses].sort().join(', ')}; ${peak <= most[atOnce] ? 'at most' : 'TOO MUCH:'} ${peak} MB`,
      ]
    } finally {
      sandbox.kill('SIGTERM')
      await sandbox.ended
      await remove()
    }
  },
}))
