import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov } from './run-gov.ts'

/** On a dashboard, patterns test the keys of an object. */
const rules = `rules:
  no-path: { given: $.paths, severity: error, then: { function: pattern, functionOptions: { notMatch: x } } }
`
const openapi = 'openapi: 3.1.0\ninfo: { title: t, version: v }\npaths: { /x: {} }\n'

async function folderWith(config: string, workspace: string): Promise<string> {
  const cwd = await tempTree({
    '.governance.yml': `version: 1
dashboard: { url: embedded, workspace: ws }
definitions: [openapi.yml]
ruleset_ids: [rs-docs]
${config}`,
    'openapi.yml': openapi,
    'trusted/policy.yml':
      'version: 1\nrequire: { dashboard: embedded, ruleset_ids: [rs-docs], workspace: ../ws }\n',
    'open/policy.yml': 'version: 1\nrequire: { dashboard: embedded, ruleset_ids: [rs-docs] }\n',
  })
  await cp(join(projectRoot, 'fixtures/workspace'), join(cwd, 'ws'), { recursive: true })
  await cp(await tempTree({ 'rules.yaml': rules }), join(cwd, 'ws/rulesets/rs-docs'), { recursive: true })
  await appendFile(join(cwd, 'ws/workspace.yml'), workspace)
  return cwd
}

const vacuum = 'engine: vacuum\n'
const spectral = 'engine: spectral\n'

it.each([
  ['nobody chooses', '', '', [], 0],
  ['the workspace chooses', '', vacuum, [], 1],
  ['the config goes before the workspace', spectral, vacuum, [], 0],
  ['a flag goes before both', spectral, spectral, ['--engine', 'vacuum'], 1],
  ['the config chooses', vacuum, '', [], 1],
])('%s', async (_name, config, workspace, flags, exit) => {
  const { exitCode, stdout, stderr } = await runGov(['check', '--format', 'json', ...flags], {
    cwd: await folderWith(config, workspace),
  })
  expect(stderr).toBe('')
  expect(exitCode).toBe(exit)
  expect(stdout.includes('"engine": "vacuum"')).toBe(exit === 1)
})

const chooses = (who: string) => `which engine to use, and ${who} chooses`

it.each([
  ['open/policy.yml', '', vacuum, ['--workspace', 'ws'], chooses('the workspace')],
  ['open/policy.yml', '', vacuum, ['--workspace', 'ws', '--engine', 'vacuum'], undefined],
  ['trusted/policy.yml', '', vacuum, [], undefined],
  ['trusted/policy.yml', spectral, vacuum, [], chooses('the config')],
  ['trusted/policy.yml', vacuum, vacuum, [], undefined],
  ['trusted/policy.yml', vacuum, '', [], chooses('the config')],
])('under %s, config "%s", workspace "%s", %j', async (policy, config, workspace, flags, says) => {
  const argv = ['check', '--trust-paths', '--quiet', '--policy', policy, ...flags]
  const { stdout, exitCode } = await runGov(argv, { cwd: await folderWith(config, workspace) })
  const text = stdout.replaceAll(/\s+/g, ' ')
  if (says === undefined) expect(text).not.toContain('which engine')
  else expect(text).toContain(says)
  expect(exitCode === 5).toBe(says !== undefined)
})

it('an engine that there is not', async () => {
  const cwd = await folderWith('', 'engine: zzz\n')
  const { exitCode, stderr } = await runGov(['check'], { cwd })
  expect(stderr).toContain('workspace.yml')
  expect(exitCode).toBe(2)
})

/** A function of a workspace's ruleset, and how the ruleset names it. */
const own = (name: string, functions = `[${name}]`) =>
  `functions: ${functions}\nrules: { r: { given: $.info, severity: hint, then: { field: title, function: ${name} } } }\n`
const shadowed = (column: number, name: string, file = `./functions/${name}.js`) =>
  `warning: ruleset rulesets/rs-docs/rules.yaml:1:${column}: ${name} is a core function, so ${file} never runs: rename the file`

it.each<[name: string, ruleset: string, file: string, says: string[]]>([
  ['a core function', own('truthy'), 'functions/truthy.js', [shadowed(13, 'truthy')]],
  ['with options', own('length', '[[length, {}]]'), 'functions/length.js', [shadowed(13, 'length')]],
  [
    'two of them',
    own('truthy', '[truthy, pattern]'),
    'functions/truthy.js',
    [shadowed(13, 'truthy'), shadowed(21, 'pattern')],
  ],
  [
    'in another folder',
    `functionsDir: lib\n${own('truthy')}`,
    'lib/truthy.js',
    [shadowed(13, 'truthy', './lib/truthy.js').replace(':1:', ':2:')],
  ],
  ['one of its own', own('mine'), 'functions/mine.js', []],
  ['a file that nothing names', own('truthy', '[]'), 'functions/truthy.js', []],
])('warns once of a function in a workspace: %s', async (_name, ruleset, file, says) => {
  const cwd = await folderWith('', '')
  await cp(join(cwd, 'openapi.yml'), join(cwd, 'more.yml'))
  await cp(
    await tempTree({ 'rules.yaml': ruleset, [file]: 'export default () => []\n' }),
    join(cwd, 'ws/rulesets/rs-docs'),
    { recursive: true },
  )
  const { stderr } = await runGov(['check', '--definition', 'openapi.yml', '--definition', 'more.yml'], {
    cwd,
  })
  expect(stderr.split('\n').filter((line) => line.startsWith('warning'))).toEqual(says)
})
