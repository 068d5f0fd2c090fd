import { expect, it } from 'vitest'
import { capWarnings } from '../../src/check/evaluation/evaluate.ts'
import type { EvaluationRequest } from '../../src/core/model/asked.ts'
import { evaluationOf, issueOf } from '../gate/builders.ts'

const twoApis: EvaluationRequest = { kind: 'apis', api_ids: ['a', 'b'], selector: { ruleset_ids: ['r'] } }
const onePair: EvaluationRequest = {
  kind: 'definition',
  definition: { file: 'a.yaml' },
  selector: { ruleset_ids: ['r'] },
}

it.each<[string, EvaluationRequest, number, 'fail' | 'split', string | undefined]>([
  ['as many as a dashboard lists', twoApis, 1000, 'fail', undefined],
  ['one more', twoApis, 1001, 'fail', 'for 2 APIs (1,001 issues); on_truncation: split'],
  ['one more, which would be split', twoApis, 1001, 'split', undefined],
  ['one more of one ruleset on one definition', onePair, 1001, 'split', 'for a.yaml (1,001 issues), and'],
])('%s', (_name, request, count, onTruncation, says) => {
  const issues = Array.from({ length: count }, (_, at) => issueOf({ _id: String(at) }))
  const [warning] = capWarnings([{ request, evaluation: evaluationOf({ issues }) }], onTruncation)
  if (says === undefined) expect(warning).toBeUndefined()
  else expect(warning).toContain(says)
})
