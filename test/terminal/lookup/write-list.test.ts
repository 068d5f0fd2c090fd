import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { GovError } from '../../../src/core/model/errors.ts'
import { measureWidth } from '../../../src/core/text/width.ts'
import type { ListFlags } from '../../../src/terminal/lookup/lookup-format.ts'
import { writeList } from '../../../src/terminal/lookup/write-list.ts'
import { type ProcessFacts, testProcess } from '../test-process.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly size?: number
  readonly on?: boolean
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `i${at}`, name: `n${at}` }))
const view = {
  key: 'things' as const,
  fields: [
    { name: 'id', head: 'ID', read: ({ id }: Item) => id },
    { name: 'name', head: 'NAME', read: ({ name }: Item) => name },
    { name: 'size', read: ({ size }: Item) => size },
  ],
  stateOf: ({ on }: Item) => (on === undefined ? undefined : on ? 'active' : 'inactive'),
}

async function* pagesOf(all: readonly Item[], size: number, failAfter = Number.POSITIVE_INFINITY) {
  const pages = Math.ceil(all.length / size)
  for (let page = 0; page < Math.max(1, pages); page++) {
    if (page >= failAfter) throw new GovError('unavailable', 'server-error', 'it failed', 'Try again.')
    yield { things: all.slice(page * size, (page + 1) * size), pages }
  }
}

async function written(
  pages: AsyncIterable<{ things: readonly Item[]; pages: number }>,
  json: boolean | Partial<ListFlags>,
  facts?: ProcessFacts,
) {
  const flags: ListFlags = { format: 'table', ...(typeof json === 'boolean' ? { json } : json) }
  const { context, stdout, stderr } = testProcess(facts)
  const outcome = await writeList(pages, view, flags, context).catch((error: unknown) => error)
  return { outcome: outcome instanceof Error ? outcome : undefined, stdout: stdout(), stderr: stderr() }
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

const hostile: Item[] = [
  { id: '=cmd()', name: 'a "quote", a comma\nand a line', size: -1 },
  { id: '\u001b[31m+1', name: '##vso[task.setvariable]x', on: true },
  { id: '-x', name: '\u202eabc\ufffe\u0085 # no: comment', on: false },
  { id: '::error::', name: '@SUM(A1)' },
]

describe('as YAML', () => {
  it.each([0, 1, 10, 11, 35])('%d items read back as they were', async (count) => {
    const { stdout } = await written(pagesOf(items(count), 10), { format: 'yaml' })
    expect(load(stdout)).toEqual({ things: items(count), pages: count === 0 ? 0 : 1 })
  })

  it('keeps any text, and acts on nothing', async () => {
    const { stdout } = await written(pagesOf(hostile, 2), { format: 'yaml' })
    expect(load(stdout)).toEqual({ things: hostile, pages: 1 })
    for (const active of ['\u001b', '\u0085', '\u202e', '\ufffe', '##vso'])
      expect(stdout).not.toContain(active)
  })

  it('stays a document when a page fails', async () => {
    const { stdout } = await written(pagesOf(items(30), 10, 2), { format: 'yaml' })
    expect(load(stdout)).toMatchObject({ things: items(20), pages: 1, failure: { code: 'server-error' } })
  })
})

describe('as CSV', () => {
  it('has the columns without a row', async () => {
    expect((await written(pagesOf([], 10), { format: 'csv' })).stdout).toBe('id,name,size\r\n')
  })

  it('has one head over all pages, quotes, and runs no formula', async () => {
    const { stdout } = await written(pagesOf(hostile, 1), { format: 'csv' })
    expect(stdout.split('\r\n')).toEqual([
      'id,name,size',
      `'=cmd(),"a ""quote"", a comma and a line",-1`,
      `'+1,# #vso[task.setvariable]x,`,
      `'-x,abc\ufffe # no: comment,`,
      `\u2236:error::,'@SUM(A1),`,
      '',
    ])
  })
})

const sized: Item[] = [
  { id: 'b', name: 'Beta', size: 10, on: true },
  { id: 'a', name: 'alpha', on: false },
  { id: 'c', name: 'Gamma', size: 9, on: true },
  { id: 'd', name: '' },
]

describe('sort, limit and state', () => {
  it.each<[string, Partial<ListFlags>, string, string]>([
    ['no flag keeps the order', {}, 'b a c d', ''],
    ['letter case does not count, and what is empty comes last', { sort: 'name' }, 'a b c d', ''],
    ['also in reverse', { sort: 'name', reverse: true }, 'c b a d', ''],
    ['numbers are numbers', { sort: 'size' }, 'c b a d', ''],
    ['numbers in reverse', { sort: 'size', reverse: true }, 'b c a d', ''],
    ['reverse alone', { reverse: true }, 'd c a b', ''],
    ['a limit', { limit: 2 }, 'b a', 'Listed the first 2. To list all, omit --limit.\n'],
    ['a limit within a page', { limit: 1 }, 'b', 'Listed the first one. To list all, omit --limit.\n'],
    ['a limit that all fit', { limit: 4 }, 'b a c d', ''],
    ['a limit after the order', { sort: 'id', limit: 1 }, 'a', 'Listed 1 of 4. To list all, omit --limit.\n'],
    ['a state', { state: 'active' }, 'b c', 'Omitted 1 things: the dashboard does not send their state.\n'],
    [
      'a limit counts what is listed',
      { state: 'inactive', limit: 1 },
      'a',
      'Listed the first one. To list all, omit --limit.\n',
    ],
  ])('%s', async (_what, flags, ids, note) => {
    const { stdout, stderr } = await written(pagesOf(sized, 2), { format: 'csv', ...flags })
    const rows = stdout.split('\r\n').slice(1, -1)
    expect([rows.map((row) => row.split(',')[0]).join(' '), stderr]).toEqual([ids, note])
  })

  it('says that it could not sort by what is not there', async () => {
    const { stderr } = await written(pagesOf(items(3), 2), { sort: 'size' })
    expect(stderr).toBe('Not sorted: the dashboard sends no size.\n')
  })

  it('asks for no page beyond the limit', async () => {
    const { outcome } = await written(pagesOf(items(30), 10, 1), { limit: 10 })
    expect(outcome).toBeUndefined()
  })
})

describe('the width of a terminal', () => {
  const wide: Item[] = [
    {
      id: 'payments',
      name: '決済サービス 🙂 for every currency that the shop takes, in all of its countries',
    },
    { id: '0123456789abcdef0123456789abcdef', name: `${'very'.repeat(40)}long` },
    { id: 'x', name: 'short' },
  ]
  it.each([40, 80, 200])('%d columns hold every line and all of the text', async (columns) => {
    const facts = { terminals: ['stdout'], columns } as const
    const { stdout } = await written(pagesOf(wide, 2), {}, facts)
    for (const line of stdout.split('\n')) expect(measureWidth(line)).toBeLessThanOrEqual(columns)
    const plain = (text: string) => text.replace(/\s/g, '')
    for (const { id } of wide) expect(plain(stdout)).toContain(id)
    expect(stdout).toMatchSnapshot()
  })

  it('does not matter in a pipe: each row has one line', async () => {
    const { stdout } = await written(pagesOf(wide, 10), {}, { env: { COLUMNS: '40' } })
    expect(stdout.trimEnd().split('\n')).toHaveLength(4)
  })
})
