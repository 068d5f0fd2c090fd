import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import {
  findErrorCode,
  findSystemCode,
  readMessage,
  readStack,
  toFileFault,
} from '../../../src/core/model/file-fault.ts'

const foreign: unknown = runInNewContext(
  "Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' })",
)

it('recognises an error of another realm', () => {
  expect(foreign).not.toBeInstanceOf(Error)
  expect([findErrorCode(foreign), findSystemCode(foreign)]).toEqual(['ENOENT', 'ENOENT'])
  expect(readMessage(foreign)).toBe('ENOENT: no such file')
  expect(readStack(foreign)).toContain('ENOENT')
  expect(toFileFault(foreign)).toMatchObject({ code: 'not-found' })
})

it.each([[undefined], [null], ['text'], [{ code: 5 }], [new Error('plain')]])(
  'finds no code in %j, and a message all the same',
  (value) => {
    expect([findErrorCode(value), findSystemCode(value)]).toEqual([undefined, undefined])
    expect(readMessage(value)).toEqual(expect.any(String))
  },
)
