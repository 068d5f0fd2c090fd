import { join } from 'node:path'
import { ask, author, countStatuses, sleep, smallRules, studio, times } from './ask.ts'
import type { Attack } from './attack.ts'
import { projectRoot } from './project-root.ts'
import { startSandbox } from './service.ts'

/** With the quotas that are the default. */
const large: readonly Attack[] = [
  {
    name: '60 new rulesets of 4.9 MB',
    answer: /^(201 |400 Too many rulesets: the limit of an organisation is 52428800 bytes)/,
    isLong: true,
    send: async ({ url }) => {
      const definition = smallRules(4_900_000)
      const answers: string[] = []
      for (const at of times(60, (index) => index))
        answers.push(
          ...(await ask(`${url}/api/rulesets`, 'POST', {
            name: `large ${at}`,
            ruleset_id: `large-${at}`,
            definition,
          })),
        )
      return answers
    },
  },
  {
    name: 'the list of all rulesets as one page',
    answer: /^200 [1-9] MB$/,
    isLong: true,
    send: async ({ url }) => {
      const response = await fetch(`${url}/api/rulesets?p=-1`, { headers: author })
      return [`${response.status} ${Math.round((await response.text()).length / 1e6)} MB`]
    },
  },
  {
    name: 'an evaluation by all of them',
    answer: /^404 |^200 |^400 /,
    isLong: true,
    send: ({ url }) =>
      ask(`${url}/api/evaluations/sandbox`, 'POST', { api_ids: ['payments'], ruleset_ids: ['rs-docs'] }),
  },
  {
    name: 'rulesets created and deleted 2,000 times',
    answer: /^20[01] /,
    isLong: true,
    send: async ({ url }) => {
      for (const at of times(60, (index) => index)) await ask(`${url}/api/rulesets/large-${at}`, 'DELETE')
      const answers: string[] = []
      for (const at of times(2_000, (index) => index)) {
        const body = { name: `short ${at}`, ruleset_id: `short-${at}`, definition: smallRules() }
        answers.push(...(await ask(`${url}/api/rulesets`, 'POST', body)))
        answers.push(...(await ask(`${url}/api/rulesets/short-${at}`, 'DELETE')))
      }
      return [...new Set(answers)]
    },
  },
]

interface Caller {
  readonly create: (
    name: string,
    bytes?: number,
    headers?: Record<string, string>,
  ) => Promise<readonly [string]>
  readonly replace: (name: string, bytes: number, rest?: object) => Promise<readonly [string]>
  readonly remove: (name: string) => Promise<readonly [string]>
  readonly importKey: (
    name: string,
    bytes?: number,
    headers?: Record<string, string>,
  ) => Promise<readonly [string]>
  readonly requestKey: (bytes?: number) => Promise<readonly [string]>
  /** The names of all rulesets of the organisation, and their size. */
  readonly list: () => Promise<{ readonly names: readonly string[]; readonly bytes: number }>
}

function callAt(url: string): Caller {
  const rulesets = `${url}/api/rulesets`
  return {
    create: (name, bytes = 0, headers = {}) =>
      ask(rulesets, 'POST', { name, ruleset_id: name, definition: smallRules(bytes) }, headers),
    replace: (name, bytes, rest = {}) =>
      ask(`${rulesets}/${name}`, 'PUT', { name, definition: smallRules(bytes), ...rest }),
    remove: (name) => ask(`${rulesets}/${name}`, 'DELETE'),
    importKey: (name, bytes = 0, headers = {}) =>
      ask(`${url}/api/keys/${name}`, 'POST', { alias: 'x'.repeat(bytes) }, headers),
    requestKey: (bytes = 0) =>
      ask(`${url}/api/portal/requests`, 'POST', {
        by_user: '67a0b3c4a1dcd60001d0f101',
        apply_policies: ['gold'],
        fields: { about: 'x'.repeat(bytes) },
        version: 'v2',
      }),
    list: async () => {
      const answer = await fetch(`${rulesets}?p=-1`, { headers: author })
      const text = await answer.text()
      const { rulesets: list }: { rulesets: { ruleset_id: string }[] } = JSON.parse(text)
      return { names: list.map(({ ruleset_id }) => ruleset_id), bytes: text.length }
    },
  }
}

/** An attack on a sandbox of its own, where an organisation may save 12 records, and 40,000 bytes, of each kind. */
function quota(name: string, answer: RegExp, send: (caller: Caller) => Promise<readonly string[]>): Attack {
  return {
    name: `quota: ${name}`,
    answer,
    isLong: true,
    send: async () => {
      const flags = ['--max-saved', '12', '--max-saved-bytes', '40000']
      const sandbox = await startSandbox(join(projectRoot, 'fixtures/workspace'), flags)
      try {
        return await send(callAt(sandbox.url))
      } finally {
        sandbox.kill('SIGTERM')
        await sandbox.ended
      }
    },
  }
}

const createMany = async (count: number, create: (at: number) => Promise<readonly [string]>) => {
  const answers: string[] = []
  for (const at of times(count, (index) => index)) answers.push(...(await create(at)))
  return countStatuses(answers)
}
const createAtOnce = async (count: number, create: (at: number) => Promise<readonly [string]>) =>
  countStatuses((await Promise.all(times(count, create))).flat())

const small: readonly Attack[] = [
  quota(
    '30 rulesets, one after the other',
    /^[56] x 201, 2[45] x 400; 12 saved$/,
    async ({ create, list }) => [
      `${await createMany(30, (at) => create(`r${at}`))}; ${(await list()).names.length + 1} saved`,
    ],
  ),
  quota('30 rulesets at once', /^[56] x 201, 2[45] x 400$/, async ({ create }) => [
    await createAtOnce(30, (at) => create(`r${at}`)),
  ]),
  quota('three rulesets of 15 kB at once', /^2 x 201, 1 x 400$/, async ({ create }) => [
    await createAtOnce(3, (at) => create(`r${at}`, 15_000)),
  ]),
  quota(
    'an update that grows beyond the bytes',
    /^201 200 400 .*limit.* 40000 bytes in all; kept$/,
    async (caller) => {
      const [created] = await caller.create('r')
      const [grown] = await caller.replace('r', 30_000)
      const [refused] = await caller.replace('r', 39_990)
      const { bytes } = await caller.list()
      return [`${created.slice(0, 3)} ${grown.slice(0, 3)} ${refused}; ${bytes > 30_000 ? 'kept' : 'LOST'}`]
    },
  ),
  quota('four updates that grow together', /^2 x 200, 2 x 400$/, async ({ create, replace }) => {
    for (const at of times(4, (index) => index)) await create(`r${at}`)
    return [await createAtOnce(4, (at) => replace(`r${at}`, 14_000))]
  }),
  quota(
    'an update that grows in its description alone',
    /^400 Too many rulesets: /,
    async ({ create, replace }) => {
      await create('r', 30_000)
      return replace('r', 30_000, { description: 'x'.repeat(20_000) })
    },
  ),
  quota('characters of four bytes', /^400 Too many rulesets: /, async ({ create, replace }) => {
    await create('r')
    return replace('r', 0, { description: '😀'.repeat(10_500) })
  }),
  quota('an update that shrinks, where all is full', /^200 /, async ({ create, replace }) => {
    await create('r', 20_000)
    await createMany(30, (at) => create(`r${at}`))
    return replace('r', 10)
  }),
  quota('delete and add again, where all is full', /^201 400$/, async ({ create, remove }) => {
    await createMany(30, (at) => create(`r${at}`))
    await remove('r0')
    const answers = [...(await create('again')), ...(await create('more'))]
    return [answers.map((each) => each.slice(0, 3)).join(' ')]
  }),
  quota(
    'delete and add again 60 times',
    /^120 x 20[01]; [67] live$|^60 x 200, 60 x 201; [67] live$/,
    async (caller) => {
      const answers: string[] = []
      for (const at of times(60, (index) => index))
        answers.push(...(await caller.create(`r${at}`)), ...(await caller.remove(`r${at}`)))
      return [`${countStatuses(answers)}; ${(await caller.list()).names.length + 1} live`]
    },
  ),
  quota('delete what is deleted, to make room', /^404 404 400$/, async ({ create, remove }) => {
    await createMany(30, (at) => create(`r${at}`))
    await remove('r0')
    await create('again')
    const answers = [...(await remove('r0')), ...(await remove('r0')), ...(await create('more'))]
    return [answers.map((each) => each.slice(0, 3)).join(' ')]
  }),
  quota(
    '30 keys of one organisation, and one of another',
    /^12 x 200, 18 x 400; 200$/,
    async ({ importKey }) => {
      const mine = await createMany(30, (at) => importKey(`k${at}`))
      const [theirs] = await importKey('theirs', 0, studio)
      return [`${mine}; ${theirs.slice(0, 3)}`]
    },
  ),
  quota('keys at once, to their bytes', /^3 x 200, 3 x 400$/, async ({ importKey }) => [
    await createAtOnce(6, (at) => importKey(`k${at}`, 11_000)),
  ]),
  quota('a key that grows', /^200 400 200$/, async ({ importKey }) => {
    const answers: string[] = []
    for (const bytes of [20_000, 41_000, 10]) answers.push(...(await importKey('k', bytes)))
    return [answers.map((each) => each.slice(0, 3)).join(' ')]
  }),
  quota('30 key requests', /^12 x 200, 18 x 400$/, async ({ requestKey }) => [
    await createMany(30, () => requestKey()),
  ]),
  quota('key requests to their bytes', /^3 x 200, 5 x 400$/, async ({ requestKey }) => [
    await createMany(8, () => requestKey(11_000)),
  ]),
  quota('lookups and evaluations, where all is full', /^200 200$/, async ({ create, list, importKey }) => {
    await createMany(30, (at) => create(`r${at}`))
    await sleep(10)
    const { names } = await list()
    const [key] = await importKey('k')
    return [`${names.includes('r0') ? 200 : 404} ${key.slice(0, 3)}`]
  }),
]

/** What callers may save, and for whom there is room. */
export const quotaAttacks: readonly Attack[] = [...large, ...small]
