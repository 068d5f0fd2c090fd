import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const config =
  'version: 1\ndashboard: { url: embedded, workspace: . }\ngateway: { url: "https://g.example" }\n'

it.each<[string, Record<string, string>, string]>([
  ['nothing is set', {}, ''],
  ['the same is set', { GOV_URL: 'embedded', GOV_GATEWAY_URL: 'https://g.example' }, ''],
  [
    'another dashboard',
    { GOV_URL: 'https://d.example' },
    'note: GOV_URL overrides dashboard.url (.governance.yml:2:14)\n',
  ],
  [
    'another gateway',
    { GOV_GATEWAY_URL: 'https://h.example' },
    'note: GOV_GATEWAY_URL overrides gateway.url (.governance.yml:3:12)\n',
  ],
])('an unused address of the config is reported: %s', async (_name, env, note) => {
  const cwd = await tempTree({ '.git/': '', '.governance.yml': config })
  const { exitCode, stderr } = await runGov(['config', 'show'], { cwd, env })
  expect([exitCode, stderr]).toEqual([0, `${note}The config is .governance.yml.\n`])
})

it.each<[string, string]>([
  ['GOV_FAIL_ON', 'gov does not read GOV_FAIL_ON: pass --fail-on'],
  ['GOV_CONFIG', 'gov does not read GOV_CONFIG: pass --config'],
  ['GOV_POLICY_FILE', 'gov does not read GOV_POLICY_FILE; did you mean GOV_POLICY?'],
  ['GOV_POLCY', 'gov does not read GOV_POLCY; did you mean GOV_POLICY?'],
  ['GOV_TOKEN', ''],
  ['GOV_DEPARTMENT', ''],
  ['GOV_UK', ''],
  ['GOV_ORG', ''],
  ['GOV_ULR', 'gov does not read GOV_ULR; did you mean GOV_URL?'],
  ['GOV_INPUT_CONFIG', ''],
])('a check warns of a variable that it does not read: %s', async (name, says) => {
  const rules = 'rules: { a: { given: $, severity: error, then: { function: truthy } } }\n'
  const cwd = await tempTree({ '.git/': '', 'a.yaml': 'openapi: 3.1.0\n', 'rules.yaml': rules })
  const argv = ['check', '--quiet', 'a.yaml', '--ruleset-file', 'rules.yaml']
  const { exitCode, stderr } = await runGov(argv, { cwd, env: { [name]: 'x' } })
  expect([exitCode, stderr]).toEqual([0, says === '' ? '' : `warning: ${says}\n`])
})
