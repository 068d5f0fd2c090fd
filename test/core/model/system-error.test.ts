import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { toFileFault } from '../../../src/core/model/file-fault.ts'
import { codeOf, messageOf, stackOf, systemCodeOf } from '../../../src/core/model/system-error.ts'

const foreign: unknown = runInNewContext(
  "Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' })",
)

it('recognises an error of another realm', () => {
  expect(foreign).not.toBeInstanceOf(Error)
  expect([codeOf(foreign), systemCodeOf(foreign)]).toEqual(['ENOENT', 'ENOENT'])
  expect(messageOf(foreign)).toBe('ENOENT: no such file')
  expect(stackOf(foreign)).toContain('ENOENT')
  expect(toFileFault(foreign)).toMatchObject({ code: 'not-found' })
})

it.each([[undefined], [null], ['text'], [{ code: 5 }], [new Error('plain')]])(
  'finds no code in %j, and a message all the same',
  (value) => {
    expect([codeOf(value), systemCodeOf(value)]).toEqual([undefined, undefined])
    expect(messageOf(value)).toEqual(expect.any(String))
  },
)
