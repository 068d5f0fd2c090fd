import { expect, it } from 'vitest'
import { linkPlace, withHyperlinks } from '../../../src/terminal/report/show-report.ts'

const files = new Map([
  ['a.yaml', 'file:///w/a.yaml'],
  ['apis/a.yaml', 'file:///w/apis/a.yaml'],
  ['a+(b).yaml', 'file:///w/a+(b).yaml'],
])
const link = (url: string, text: string) => `\u001b]8;;${url}\u0007${text}\u001b]8;;\u0007`

it.each([
  ['  a.yaml:3:4  paths', `  ${link('file:///w/a.yaml', 'a.yaml:3:4')}  paths`],
  ['apis/a.yaml:3:4\n', `${link('file:///w/apis/a.yaml', 'apis/a.yaml:3:4')}\n`],
  ['a+(b).yaml:1:1', link('file:///w/a+(b).yaml', 'a+(b).yaml:1:1')],
  ['a.yaml 3:4', 'a.yaml 3:4'],
  ['xa.yaml:3:4', 'xa.yaml:3:4'],
  ['a.yaml:3:4x', 'a.yaml:3:4x'],
])('%j', (text, linked) => expect(withHyperlinks(text, files)).toBe(linked))

it.each([
  [{ TERM_PROGRAM: 'vscode' }, '#L3,4'],
  [{ TERM: 'xterm-kitty' }, '#3'],
  [{ KITTY_WINDOW_ID: '1', TERM: 'screen' }, '#3'],
  [{ TERM_PROGRAM: 'iTerm.app' }, ''],
])('leads to the line in a terminal that takes it: %j', (env, end) =>
  expect(withHyperlinks('a.yaml:3:4', files, linkPlace(env))).toBe(
    link(`file:///w/a.yaml${end}`, 'a.yaml:3:4'),
  ),
)

it('leaves a text as it is where no issue has a file', () =>
  expect(withHyperlinks('a.yaml:3:4', new Map())).toBe('a.yaml:3:4'))
