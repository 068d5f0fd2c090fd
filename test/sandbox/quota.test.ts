import { expect, it } from 'vitest'
import { z } from 'zod'
import { keysPage } from '../../src/dashboard/contract/keys.ts'
import { rulesetsPage } from '../../src/dashboard/contract/rulesets.ts'
import { throughBothDoors } from './doors.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const message = z.looseObject({ Message: z.string() })
const rules = JSON.parse('{"r":{"given":"$","then":{"function":"truthy"}}}')
const definition = (size = 0) => JSON.stringify({ description: 'x'.repeat(size), rules })
const as = (method: string, body?: unknown, user = 'author'): RequestInit => ({
  method,
  headers: { authorization: `Bearer key-${user}`, 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

throughBothDoors(
  (send) => {
    type Sample = ReturnType<typeof sampleWorkspace>
    const create = async (workspace: Sample, name: string, size = 0) => {
      const body = { name, ruleset_id: name, definition: definition(size) }
      const answer = await send(workspace, '/api/rulesets', as('POST', body))
      return `${answer.status} ${message.parse(await answer.json()).Message}`
    }
    const replace = async (workspace: Sample, name: string, size: number) =>
      (await send(workspace, `/api/rulesets/${name}`, as('PUT', { name, definition: definition(size) })))
        .status
    const remove = (workspace: Sample, name: string) => send(workspace, `/api/rulesets/${name}`, as('DELETE'))

    it('an organisation saves no more rulesets than its quota, and again after it deleted one', async () => {
      const workspace = sampleWorkspace()
      // Five rulesets of the sample are live ones of the organisation.
      const said: string[] = []
      for (const name of ['a', 'b', 'c', 'd']) said.push(await create(workspace, name))
      const created = '201 ruleset created'
      expect(said).toEqual([
        created,
        created,
        created,
        '400 Too many rulesets: the limit of an organisation is 8',
      ])
      await remove(workspace, 'a')
      expect(await create(workspace, 'd')).toBe(created)
    })

    it('nor more bytes; what gets smaller is always saved', async () => {
      const workspace = sampleWorkspace()
      expect([await create(workspace, 'a', 10_000), await create(workspace, 'b', 10_000)]).toEqual([
        '201 ruleset created',
        '400 Too many rulesets: the limit of an organisation is 20000 bytes in all',
      ])
      expect([await replace(workspace, 'a', 30_000), await replace(workspace, 'a', 9_000)]).toEqual([
        400, 200,
      ])
    })

    it('keeps of deleted rulesets their ids, and of those no more than the quota', async () => {
      const workspace = sampleWorkspace()
      for (let at = 0; at < 12; at++) {
        await create(workspace, `n${at}`, 5_000)
        await remove(workspace, `n${at}`)
      }
      const deleted = workspace.rulesets.filter((each) => each.deleted_at && each.definition !== undefined)
      expect(deleted.map((each) => each.definition)).toEqual(Array(8).fill('{}'))
      expect([await create(workspace, 'n11'), await create(workspace, 'n0')]).toEqual([
        '409 The ruleset_id n11 is taken',
        '201 ruleset created',
      ])
    })

    it('an organisation imports no more keys than its quota, and may change those', async () => {
      const workspace = sampleWorkspace()
      const put = async (key: string, size = 1) =>
        (await send(workspace, `/api/keys/${key}`, as('POST', { alias: 'x'.repeat(size) }, 'editor'))).status
      const statuses: number[] = []
      for (let at = 0; at < 9; at++) statuses.push(await put(`key-${at}`))
      expect(statuses).toEqual([...Array<number>(8).fill(200), 400])
      expect([await put('key-0', 100), await put('key-0', 30_000)]).toEqual([200, 400])
    })
  },
  { quota: { records: 8, bytes: 20_000 } },
)

throughBothDoors((send) => {
  it('one page of rulesets leaves out definitions beyond 8 MB', async () => {
    const workspace = sampleWorkspace()
    for (let at = 0; at < 3; at++)
      await send(
        workspace,
        '/api/rulesets',
        as('POST', { name: `n${at}`, definition: definition(3_000_000) }),
      )
    const page = await send(workspace, '/api/rulesets?p=-1&sort=name', as('GET'))
    const { rulesets } = rulesetsPage().parse(await page.json())
    const own = (rulesets ?? []).filter(({ name }) => name?.startsWith('n'))
    expect(own.map(({ name, definition: text }) => [name, text === undefined])).toEqual([
      ['n0', false],
      ['n1', false],
      ['n2', true],
    ])
  })

  it('all keys at once are answered, also beyond 8 MB', async () => {
    const workspace = sampleWorkspace()
    for (let at = 0; at < 41; at++)
      await send(workspace, `/api/keys/k${at}`, as('POST', { alias: 'x'.repeat(210_000) }, 'editor'))
    const answer = await send(workspace, '/api/keys/detailed?p=-1', as('GET', undefined, 'viewer'))
    expect(keysPage().parse(await answer.json()).keys).toHaveLength(41)
  })
})
