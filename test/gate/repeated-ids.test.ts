import { expect, it } from 'vitest'
import type { Definition } from '../../src/core/model/asked.ts'
import { refuseRepeatedIds } from '../../src/gate/requests/plan.ts'

it.each<[string, string[], Definition[], string | undefined]>([
  ['ids of their own', ['x'], [{ file: 'a', api_id: 'y' }, { file: 'b' }], undefined],
  ['an id that is its own file', [], [{ file: 'a', api_id: 'a' }], undefined],
  [
    'one id twice',
    [],
    [
      { file: 'a', api_id: 'y' },
      { file: 'b', api_id: 'y' },
    ],
    'definition a and definition b both have the id',
  ],
  [
    'the id of a saved API',
    ['y'],
    [{ file: 'a', api_id: 'y' }],
    'a saved API and definition a both have the id',
  ],
  [
    'one file twice',
    [],
    [
      { file: 'a', api_id: 'x' },
      { file: 'a', api_id: 'y' },
    ],
    'definition a is listed twice',
  ],
  [
    'the file of another',
    [],
    [{ file: 'a' }, { file: 'b', api_id: 'a' }],
    'definition a and definition b both have the id',
  ],
])('%s', (_name, api_ids, definitions, refused) => {
  const check = () => refuseRepeatedIds({ api_ids, definitions, selector: { ruleset_ids: ['r'] } })
  if (refused === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(refused)
})
