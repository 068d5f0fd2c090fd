import { describe, expect, it } from 'vitest'
import { usageError } from '../../src/core/model/errors.ts'
import { faultLog, toFailure } from '../../src/core/model/failure.ts'
import { problemsError } from '../../src/settings/problems.ts'
import { errorText } from '../../src/terminal/error-text.ts'
import { testProcess } from './test-process.ts'

const long = 'a sentence of many words that goes on for more than the forty columns of the narrowest terminal'
const onTerminal = testProcess({ terminals: ['stderr'], env: { COLUMNS: '40' } }).context
const inLog = testProcess({ env: { COLUMNS: '40' } }).context

it.each([
  ['of the width of a terminal', ['stderr'] as const, /^warning: a sentence.{1,31}\n {9}\S.{1,31}\n {9}\S/],
  ['whole in a log', [], /^warning: a sentence.{50,}\n$/],
])('a warning is in lines %s', (_what, terminals, lines) => {
  const { context, stderr } = testProcess({ terminals, env: { COLUMNS: '40' } })
  context.observe.warning(long)
  expect(stderr()).toMatch(lines)
})

it.each([
  ['of the width of a terminal', ['stderr'] as const, /^a sentence.{1,30}\n\S.{1,39}\n\S.{1,39}\n$/],
  ['whole in a log', [], /^a sentence.{50,}\n$/],
])('a sentence is in lines %s', async (_what, terminals, lines) => {
  const { context, stderr } = testProcess({ terminals, env: { COLUMNS: '40' } })
  await context.tell(long)
  expect(stderr()).toMatch(lines)
})

it('a fault of gov itself reads the same everywhere, with its stack where that is asked for', () => {
  const { message, code, exit_code } = toFailure(new TypeError('no such thing'))
  expect([message, code, exit_code]).toEqual(['internal error: no such thing', 'bug', 70])
  expect(errorText(new TypeError('no such thing'), inLog).text).toContain(`error: ${message}\n`)
  expect(faultLog(new TypeError('no such thing'), {})).toBe(message)
  expect(faultLog(new TypeError('no such thing'), { GOV_DEBUG: '1' })).toMatch(
    /^internal error: .*\nTypeError: .*\n +at /,
  )
})

describe('an error', () => {
  it('breaks at the width of a terminal, and goes on under its beginning', () => {
    const { text } = errorText(usageError('x', `${long}\nf.yaml:1:2: ${long}`, long), onTerminal)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(40)
    expect(text).toMatch(/^error: a sentence.*\n {7}\S.*\n/)
    expect(text).toMatch(/\nf\.yaml:1:2: a sentence.*\n {2}\S/)
    expect(text).toMatch(/\n {2}hint: a sentence.*\n {8}\S/)
  })

  it('is whole where it goes to a log', () => {
    expect(errorText(usageError('x', long, long), inLog).text).toBe(`error: ${long}\n  hint: ${long}\n`)
  })

  it('of several problems has each hint below its problem, and one for all below all', () => {
    const problem = (message: string, hint: string) => ({ code: 'x', path: [], message, hint })
    const text = (...problems: ReturnType<typeof problem>[]) =>
      errorText(problemsError(problems, 'x'), inLog).text
    expect(text(problem('a', 'A'), problem('b', 'B'))).toBe('error: a\n  hint: A\nerror: b\n  hint: B\n')
    expect(text(problem('a', 'A'), problem('b', 'A'))).toBe('error: a\nb\n  hint: A\n')
  })

  it.each([
    ['rule "a\n::error::pwned" is unknown', 'error: rule "a\n\u2236:error::pwned" is unknown\n  hint: h\n'],
    ['a\n\t ::add-mask::e', 'error: a\n \u2236:add-mask::e\n  hint: h\n'],
    ['a::b\n##[error]c', 'error: a::b\n# #[error]c\n  hint: h\n'],
  ])('commands no CI system with a line of its own: %j', (message, text) => {
    const told = errorText(usageError('x', message, 'h'), inLog).text
    expect(told.replaceAll(/^ +(?=\u2236)/gm, ' ')).toBe(text)
  })

  it('of our own says how to report it', () => {
    const { text, exitCode } = errorText(new Error('boom'), inLog)
    expect([text.includes('hint: Please report it'), exitCode]).toEqual([true, 70])
  })
})
