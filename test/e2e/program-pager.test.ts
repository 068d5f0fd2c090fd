import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot } from './run-gov.ts'
import { canOpenTerminals, openTerminal } from './terminal.ts'

const check = `gov check --config ${projectRoot}/.governance.example.yml`
const marking = "sed 's/^/paged /'"

it.runIf(canOpenTerminals).each([
  ['a pager', check, marking, true],
  ['none with --no-pager', `${check} --no-pager`, marking, false],
  ['none that cannot be started', check, 'no-such-pager', false],
  ['none in CI', `CI=1 ${check}`, marking, false],
  ['none where it is short', `${check} --quiet`, marking, false],
  ['none in a pipe', `${check} | cat`, marking, false],
])('a long table goes through %s', async (_name, command, pager, isPaged) => {
  const terminal = openTerminal({ cwd: await tempTree({}), columns: 80, env: { GOV_PAGER: pager } })
  terminal.press(`${command}; echo "exit $?"`, 'Enter')
  const screen = await terminal.until(/^exit \d/m)
  expect(/^paged PASS/m.test(screen)).toBe(isPaged)
  expect(screen).toMatch(/^PASS {2}[^\n]*3 APIs x 3 rulesets[\s\S]*^exit 0$/m)
})
