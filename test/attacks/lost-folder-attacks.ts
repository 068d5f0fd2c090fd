import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ask, author, countStatuses, sleep, smallRules, times } from './ask.ts'
import type { Attack } from './attack.ts'
import { copyWorkspace } from './hostile-workspace.ts'
import { type Sandbox, startSandbox } from './service.ts'

const gateway = { 'x-gw-authorization': 'demo-gateway-secret' }
const rulesets = '/api/rulesets'
const body = (name: string, bytes = 0) => ({ name, ruleset_id: name, definition: smallRules(bytes) })
const keyRequest = { by_user: '67a0b3c4a1dcd60001d0f101', apply_policies: ['gold'], version: 'v2' }

type Change = (url: string) => Promise<readonly string[]>

const rows: readonly (readonly [name: string, change: Change])[] = [
  ['a new ruleset', (url) => ask(url + rulesets, 'POST', body('late'))],
  ['a ruleset that is replaced', (url) => ask(`${url}${rulesets}/known`, 'PUT', body('known', 100))],
  ['a ruleset in a file that is replaced', (url) => ask(`${url}${rulesets}/rs-docs`, 'PUT', body('docs'))],
  ['a ruleset that is deleted', (url) => ask(`${url}${rulesets}/known`, 'DELETE')],
  ['a new key', (url) => ask(`${url}/api/keys/late`, 'POST', { alias: 'late' })],
  ['a key that is changed', (url) => ask(`${url}/api/keys/known`, 'POST', { alias: 'late' })],
  ['a key request', (url) => ask(`${url}/api/portal/requests`, 'POST', keyRequest)],
  [
    'a token that is revoked',
    (url) =>
      ask(
        `${url}/gw/oauth/refresh/demo-refresh-token-storefront?api_id=payments`,
        'DELETE',
        undefined,
        gateway,
      ),
  ],
  [
    '60 changes at once',
    async (url) => {
      const change = (at: number) => ask(`${url}/api/keys/late-${at}`, 'POST', { alias: 'late' })
      return (await Promise.all(times(60, change))).flat()
    },
  ],
  [
    'changes and deletions of the same ruleset at once',
    async (url) => {
      const target = `${url}${rulesets}/known`
      const change = (at: number) => (at % 2 ? ask(target, 'PUT', body('known', at)) : ask(target, 'DELETE'))
      return (await Promise.all(times(12, change))).flat()
    },
  ],
  ['a ruleset of 2 MB', (url) => ask(url + rulesets, 'POST', body('late', 2_000_000))],
]

/** Takes the folder from a process that is stopped, as if its lock had become old. */
async function takeOver(folder: string, first: Sandbox): Promise<Sandbox> {
  first.kill('SIGSTOP')
  await rm(join(folder, '.gov-sandbox.lock'), { recursive: true })
  // A new lock has the time of the next full second, by which its holder knows it.
  await sleep(1_000)
  return startSandbox(folder, ['--persist'])
}

/** All that the sandbox knows, and that it would know again. */
async function readAll({ url }: Pick<Sandbox, 'url'>): Promise<string> {
  const paths = ['/api/rulesets?p=-1&sort=name', '/api/keys/detailed?p=-1', '/api/portal/developers?p=-1']
  const answers = await Promise.all(paths.map((path) => fetch(url + path, { headers: author })))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  return texts
    .map((text) =>
      text
        .split(/(?=\{"(?:_id|key_id)")/)
        .sort()
        .join('\n'),
    )
    .join('\n')
}

async function twoSandboxes(act: (folder: string, first: Sandbox) => Promise<readonly string[]>) {
  const { folder, remove } = await copyWorkspace()
  const first = await startSandbox(folder, ['--persist'])
  try {
    return await act(folder, first)
  } finally {
    first.kill('SIGKILL')
    await first.ended
    await remove()
  }
}

const late = rows.map(
  ([name, change]): Attack => ({
    name: `lost folder: ${name}`,
    // One that has noticed accepts no connection any more.
    answer: /^(\d+ x (503|no answer)(, )?){1,2}; ended with 2; the other's folder as it was$/,
    isLong: true,
    send: () =>
      twoSandboxes(async (folder, first) => {
        await ask(first.url + rulesets, 'POST', body('known'))
        await ask(`${first.url}/api/keys/known`, 'POST', { alias: 'known' })
        const second = await takeOver(folder, first)
        const before = await readAll(second)
        const changing = change(first.url)
        await sleep(200)
        first.kill('SIGCONT')
        const answers = countStatuses(await changing)
        const code = await first.ended
        const now = await readAll(second)
        second.kill('SIGTERM')
        await second.ended
        const third = await startSandbox(folder, ['--persist'])
        const again = await readAll(third)
        third.kill('SIGTERM')
        await third.ended
        const isKept = before === now && now === again
        return [`${answers}; ended with ${code}; the other's folder ${isKept ? 'as it was' : 'CHANGED'}`]
      }),
  }),
)

/** Changes a key over and over until a change is refused. Gives what was answered, as it grows. */
function changeKeys(url: string, count: number) {
  const saved = new Map<string, number>()
  const change = async (writer: number) => {
    const name = `k${writer}`
    for (let at = 1; ; at++) {
      const [answer] = await ask(`${url}/api/keys/${name}`, 'POST', { alias: `${name}-${at}` })
      if (!answer.startsWith('200')) return
      saved.set(name, at)
    }
  }
  return { saved, done: Promise.all(times(count, change)) }
}

/** The first one is stopped while it changes six keys; the next one changes three of them. Gives what is lost in the end. */
async function findLost(folder: string, first: Sandbox, milliseconds: number): Promise<string[]> {
  const { saved, done } = changeKeys(first.url, 6)
  await sleep(milliseconds)
  const next = await takeOver(folder, first)
  const savedByNext = ['k0', 'k1', 'k2']
  for (const name of savedByNext) await ask(`${next.url}/api/keys/${name}`, 'POST', { alias: `${name}-next` })
  first.kill('SIGCONT')
  await done
  await first.ended
  next.kill('SIGTERM')
  await next.ended
  const last = await startSandbox(folder, ['--persist'])
  const text = await readAll(last)
  last.kill('SIGTERM')
  await last.ended
  const isKept = (name: string, at: number | string) => text.includes(`"${name}-${at}"`)
  const lost = savedByNext.filter((name) => !isKept(name, 'next'))
  // One more may have been on its way when the next one read the folder.
  for (const [name, at] of saved)
    if (!savedByNext.includes(name) && !isKept(name, at) && !isKept(name, at + 1)) lost.push(`${name}-${at}`)
  return lost
}

const interrupted: Attack = {
  name: 'lost folder: stopped in the middle of writes, 8 times',
  answer: /^(nothing lost)$/,
  isLong: true,
  send: async () => {
    const lost: string[] = []
    for (const round of times(8, (index) => index))
      lost.push(...(await twoSandboxes((folder, first) => findLost(folder, first, 300 + round * 37))))
    return [lost.length === 0 ? 'nothing lost' : `LOST ${lost.join(', ')}`]
  },
}

/** A process that was stopped for longer than its lock lives, and goes on where another one has the folder. */
export const lostFolderAttacks: readonly Attack[] = [...late, interrupted]
