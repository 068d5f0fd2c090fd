import { expect, it } from 'vitest'
import { stepsOf } from '../e2e/shell-line.ts'

it.each([
  ['gov check', [{ text: 'gov check' }]],
  ['gov check; echo "exit $?"', [{ text: 'gov check' }, { text: 'echo "exit $?"' }]],
  ['mkdir a && gov check a', [{ text: 'mkdir a' }, { and: true, text: 'gov check a' }]],
  ["gov doctor | sed 's/a | b/c/' | head", [{ text: 'gov doctor', pipe: "sed 's/a | b/c/' | head" }]],
  ['gov doctor > out; cat out', [{ text: 'gov doctor', into: 'out' }, { text: 'cat out' }]],
  ['echo x >> a.yaml', [{ text: 'echo x >> a.yaml' }]],
  ['cat a.yaml | gov check -', [{ text: 'cat a.yaml | gov check -' }]],
])('%s is run without a shell around it', (line, steps) => {
  expect(stepsOf(line)).toEqual(steps.map((step) => ({ and: false, ...step })))
})

it.each([
  'gov check > /dev/full',
  'gov check 2> out',
  'gov check 2>&1 | cat',
  'gov check >> out',
  'gov check || echo no',
  'for a in b; do gov check $a; done',
  'cd api && gov check',
  'gov check "$HOME"',
  'gov check $(pwd)',
])('%s needs a shell', (line) => {
  expect(stepsOf(line)).toBeUndefined()
})
