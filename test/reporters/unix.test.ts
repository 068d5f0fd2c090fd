import { expect, it } from 'vitest'
import { reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

const print = (name: string, view: object = {}) =>
  reporters.unix(reports[name] ?? reportOf([]), { color: false, width: 80, ...view }).split('\n')

it('lists what is selected, worst first, and no more', () => {
  expect(print('typical', { select: { rules: ['operation-*'], severity: 'error' } })).toEqual([
    'payments:31:5: error operation-operationId Operation must have "operationId". (paths./payments.get)',
    'payments:214:7: error operation-operationId Operation must have "operationId". (paths./payments/{payment_id}/refunds.post)',
    '',
  ])
  expect(print('typical').map((line) => line.split(' ')[1])).toEqual([
    'error',
    'error',
    'warn',
    'warn',
    'info',
    'hint',
    undefined,
  ])
})

it('leaves out what does not count, unless asked', () => {
  const [counted, all] = [print('excused issues'), print('excused issues', { showWaived: true })]
  expect(counted.length).toBeLessThan(all.length)
  expect(counted.join('\n')).not.toContain('[waived')
  expect(all.join('\n')).toContain('[waived')
})

it('says that the run is not complete, and is silent where there is nothing to say', () => {
  expect(print('incomplete')[0]).toMatch(/^gov: error incomplete the response for 2 APIs was truncated/)
  expect(print('no issues')).toEqual([''])
})
