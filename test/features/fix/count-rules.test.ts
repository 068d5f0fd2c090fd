import { expect, it } from 'vitest'
import { listGains } from '../../../src/features/fix/fix-result.ts'
import { issueOf } from '../../reporters/report-of.ts'

const issue = (definition: string, rule_id: string) =>
  issueOf({ severity: 'warn', file: 'part.yaml', definition, rule_id })

it('a rule that gains an issue in a definition gains one, though it loses one in another', () => {
  const first = [issue('a.yaml', 'one'), issue('a.yaml', 'two')]
  const last = [issue('b.yaml', 'one'), issue('a.yaml', 'two')]
  expect(listGains(first, last)).toEqual([issue('b.yaml', 'one')])
  expect(listGains(last, last)).toEqual([])
})
