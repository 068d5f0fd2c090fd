import { expect, it } from 'vitest'
import { placeSaved } from '../../../src/check/evaluation/place-saved.ts'
import { GovError } from '../../../src/core/model/errors.ts'
import type { Issue } from '../../../src/core/model/issue.ts'
import type { ApiDetail } from '../../../src/dashboard/contract/apis.ts'
import { evaluationOf, issueOf } from '../../gate/builders.ts'

const request = { kind: 'apis', api_ids: ['a'], selector: { ruleset_ids: ['r'] } } as const
const oas = { x: { 'b.c': 1 } }
const apiOf = (api_id: string, extra: Partial<ApiDetail> = {}): ApiDetail => ({
  api_definition: { api_id },
  oas,
  ...extra,
})

async function placed(part: Partial<Issue>, found: ApiDetail | Error) {
  const reads: string[] = []
  const getApi = async (id: string) => {
    reads.push(id)
    if (found instanceof Error) throw found
    return found
  }
  const evaluation = evaluationOf({ issues: [issueOf({ _id: '1', path: 'x.b.c', ...part })] })
  const { answers, warnings } = await placeSaved(
    [{ request, evaluation }],
    async () => ({ getApi }),
    4,
    () => true,
  )
  return { pointer: answers[0]?.evaluation.issues[0]?.pointer, warnings, reads }
}

const refused = (kind: GovError['kind'], code: string) => new GovError(kind, code, 'the reason', 'a hint')

it.each<[string, ApiDetail | Error, string]>([
  ['no definition', apiOf('a', { oas: null }), 'API a has none'],
  ['no access', refused('access', 'forbidden'), 'the reason'],
  ['a refusal', refused('usage', 'request-refused'), 'the reason'],
  ['an unknown id', refused('not_found', 'not-found'), 'the reason'],
  ['something else', refused('unavailable', 'answer-invalid'), 'the reason'],
])('an issue has no node where the dashboard answers with %s', async (_name, found, reason) => {
  const { pointer, warnings } = await placed({}, found)
  expect([pointer, warnings]).toEqual([undefined, [expect.stringContaining(reason)]])
})

it.each<[string, Error]>([
  ['no answer', refused('unavailable', 'no-answer')],
  ['an interruption', refused('interrupted', 'interrupted')],
  ['a bug', new TypeError('x')],
])('%s ends the run', async (_name, error) => {
  await expect(placed({}, error)).rejects.toBe(error)
})

it.each<[string, Partial<Issue>, string[], string | undefined]>([
  ['an API once it is read', {}, ['a'], '/x/b.c'],
  ['the root', { path: '' }, [], undefined],
  ['one key', { path: 'x' }, [], undefined],
  ['a local definition', { file: 'a.yaml' }, [], undefined],
  ['an ambiguous local definition', { file: 'a.yaml', ambiguous: true }, [], undefined],
])('reads for an issue at %s', async (_name, part, reads, pointer) => {
  expect(await placed(part, apiOf('a'))).toEqual({ pointer, reads, warnings: [] })
})
