import { describe, expect, it } from 'vitest'
import { writePages } from '../../src/cli/terminal/write-pages.ts'
import { GovError } from '../../src/model/errors.ts'
import { type ProcessFacts, testProcess } from './test-process.ts'

interface Item {
  readonly id: string
  readonly name: string
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `i${at}`, name: `n${at}` }))
const view = (json: boolean) => ({
  key: 'things' as const,
  json,
  head: ['ID', 'NAME'],
  rowOf: ({ id, name }: Item) => [id, name],
})

async function* pagesOf(all: readonly Item[], size: number, failAfter = Number.POSITIVE_INFINITY) {
  const pages = Math.ceil(all.length / size)
  for (let page = 0; page < Math.max(1, pages); page++) {
    if (page >= failAfter) throw new GovError('unavailable', 'server-error', 'it failed', 'Try again.')
    yield { things: all.slice(page * size, (page + 1) * size), pages }
  }
}

async function written(
  pages: AsyncIterable<{ things: Item[]; pages: number }>,
  json: boolean,
  facts?: ProcessFacts,
) {
  const { context, stdout, stderr } = testProcess(facts)
  const outcome = await writePages(pages, view(json), context).catch((error: unknown) => error)
  return { outcome, stdout: stdout(), stderr: stderr() }
}

describe('as JSON', () => {
  it.each([0, 1, 9, 10, 11, 35])('%d items are one object', async (count) => {
    const { outcome, stdout, stderr } = await written(pagesOf(items(count), 10), true)
    expect(JSON.parse(stdout)).toEqual({ things: items(count), pages: count === 0 ? 0 : 1 })
    expect([outcome, stderr]).toEqual([undefined, count === 0 ? 'No things match.\n' : ''])
    expect(stdout.endsWith('}\n')).toBe(true)
  })

  it('looks like any other object', async () => {
    const { stdout } = await written(pagesOf(items(2), 1), true)
    expect(stdout).toBe(`${JSON.stringify({ things: items(2), pages: 1 }, null, 2)}\n`)
  })

  it('stays an object when a page fails, and says so in it', async () => {
    const { outcome, stdout } = await written(pagesOf(items(30), 10, 2), true)
    expect(JSON.parse(stdout)).toEqual({
      things: items(20),
      pages: 1,
      failure: { code: 'server-error', message: 'it failed', hint: 'Try again.' },
    })
    expect(outcome).toMatchObject({ code: 'server-error' })
  })

  it('says nothing when the first page fails', async () => {
    const { outcome, stdout } = await written(pagesOf(items(30), 10, 0), true)
    expect([outcome, stdout]).toEqual([expect.any(GovError), ''])
  })
})

describe('as rows', () => {
  it('has one head, and columns as wide as the first page needs', async () => {
    const all = [...items(1), { id: 'much-longer', name: 'x' }]
    const { stdout } = await written(pagesOf(all, 1), false)
    expect(stdout).toBe('ID  NAME\ni0  n0\nmuch-longer  x\n')
  })

  it('has no head without a row', async () => {
    expect(await written(pagesOf([], 10), false)).toEqual({
      outcome: undefined,
      stdout: '',
      stderr: 'No things match.\n',
    })
  })

  it('holds no line break or escape of an item', async () => {
    const { stdout } = await written(pagesOf([{ id: 'a\nb', name: '\u001b[31mred' }], 10), false)
    expect(stdout).toBe('ID   NAME\na b  red\n')
  })
})

describe('progress', () => {
  const cleared = '\r\u001b[J'
  it.each<[string, ProcessFacts['terminals'], string]>([
    ['in a log', [], ''],
    ['where the list itself is seen', ['stdout', 'stderr'], ''],
    [
      'on a terminal',
      ['stderr'],
      `${cleared}10 things, page 1 of 3\r${cleared}${cleared}20 things, page 2 of 3\r${cleared}`,
    ],
  ])('%s', async (_where, terminals = [], text) => {
    const { stdout, stderr } = await written(pagesOf(items(30), 10), false, { terminals })
    expect(stderr).toBe(text)
    expect(stdout).not.toContain('page')
  })
})
