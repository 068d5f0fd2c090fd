import { expect, it } from 'vitest'
import { confirm, secretArgument } from '../../src/terminal/conversation.ts'
import { testProcess } from './test-process.ts'

const terminals = ['stdin', 'stdout', 'stderr'] as const

it.each(['y\n', 'Y\n', 'yes\n', ' yes \r\n'])('%j is a yes', async (stdin) => {
  const { context, stderr, stdout } = testProcess({ stdin, terminals })
  await confirm('Sure?', context)
  expect([stderr(), stdout()]).toEqual(['Sure? [y/N] ', ''])
})

it.each(['\n', '', 'n\n', 'no\n', 'yep\n', 'y no\n'])('%j is a no', async (stdin) => {
  const { context } = testProcess({ stdin, terminals })
  await expect(confirm('Sure?', context)).rejects.toMatchObject({ code: 'not-confirmed', exitCode: 2 })
})

it.each([
  ['standard input', ['stdout', 'stderr']],
  ['standard error', ['stdin', 'stdout']],
] as const)('asks nobody when %s is not a terminal', async (_name, some) => {
  const { context, stderr } = testProcess({ stdin: 'y\n', terminals: some })
  await expect(confirm('Sure?', context)).rejects.toMatchObject({ hint: expect.stringContaining('--yes') })
  expect(stderr()).toBe('')
})

it('shows a question on one line', async () => {
  const { context, stderr } = testProcess({ stdin: 'y\n', terminals })
  await confirm('Drop \u001b[1ma\nb?', context)
  expect(stderr()).toBe('Drop a b? [y/N] ')
})

it.each([
  ['abc', '', 'abc'],
  ['-', 'abc\n', 'abc'],
  ['-', 'abc\r\n', 'abc'],
  ['-', 'abc', 'abc'],
])('%j with %j on standard input is %j', async (argument, stdin, secret) => {
  expect(await secretArgument(argument, 'a key', testProcess({ stdin }).context)).toBe(secret)
})

it.each([
  ['-', ''],
  ['-', 'hidden words\n'],
  ['-', 'hidden\nwords\n'],
  ['', ''],
  ['hidden\u0007words', ''],
])('%j with %j on standard input is refused, and not shown', async (argument, stdin) => {
  const reading = secretArgument(argument, 'a key', testProcess({ stdin }).context)
  await expect(reading).rejects.toMatchObject({ code: 'secret-invalid', exitCode: 2 })
  await expect(reading).rejects.not.toMatchObject({ message: expect.stringContaining('hidden') })
})
