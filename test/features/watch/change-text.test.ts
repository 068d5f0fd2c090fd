import { expect, it } from 'vitest'
import type { Issue } from '../../../src/core/model/issue.ts'
import type { EvaluatedReport } from '../../../src/core/model/report.ts'
import { changeText } from '../../../src/features/watch/show-watch.ts'

const issue = (line: number): Issue => ({
  _id: '0123456789abcdef',
  api_id: 'api.yaml',
  ruleset_id: 'rules',
  rule_id: 'described',
  message: `line ${line} \u001b[31mis not described`,
  severity: 'error',
  path: 'info',
  how_to_fix: 'Describe it.',
  file: 'api.yaml',
  line,
  column: 3,
})

const report: EvaluatedReport = {
  version: 1,
  outcome: {
    kind: 'failed',
    broken: [{ kind: 'threshold', level: 'error', counts: { error: 1 } }],
    held: [],
  },
  run: {
    dashboard: 'embedded',
    api_ids: [],
    definitions: [],
    requests: 1,
    started: '',
    took_ms: 1,
    gov: '1',
  },
  rulesets: [],
  issues: [],
  total: 0,
  truncated: false,
  error_count: 0,
  warn_count: 0,
  info_count: 0,
  hint_count: 0,
  evaluated_apis: 1,
  elapsed_ms: 0,
  waived_count: 0,
  baselined_count: 0,
}

const change = { time: '10:11:12', tookMs: 34, unchanged: 1240, report }
const view = { color: false, width: 80 }

it('says what is new and fixed, where what is new stands, and the verdict', () => {
  const text = changeText({ ...change, files: ['api.yaml'], added: [issue(1)], fixed: [issue(2)] }, view)
  expect(text.split('\n')).toEqual([
    '10:11:12  api.yaml  checked in 34 ms',
    '',
    'new:',
    'api.yaml',
    'SEVERITY  PLACE  RULE       MESSAGE',
    'error     1:3    described  line 1 is not described',
    '',
    'HOW TO FIX',
    'described  Describe it.',
    '',
    'fixed:',
    'api.yaml',
    'SEVERITY  PLACE  RULE       MESSAGE',
    'error     info   described  line 2 is not described',
    '',
    '1 new, 1 fixed, 1,240 unchanged',
    'FAIL  1 error (fail_on: error)',
    '',
  ])
})

it('is short, whatever a save did', () => {
  const many = Array.from({ length: 500 }, (_, line) => issue(line + 1))
  const text = changeText(
    { ...change, files: ['a.yaml', 'b.yaml', 'c.yaml'], added: many, fixed: many },
    view,
  )
  expect(text).toMatch(/^10:11:12 {2}a\.yaml and 2 more files {2}checked in 34 ms\n/)
  expect(text.match(/^… and 480 more$/gm)).toHaveLength(2)
  expect(text.split('\n').length).toBeLessThan(100)
})
