import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov } from './run-gov.ts'

const demo = join(projectRoot, 'fixtures/workspace')

/** billing-legacy has 7 errors of rs-security; the config is the one of a change under review. */
const weak = `version: 1
dashboard: { url: embedded, workspace: ${demo} }
api_ids: [billing-legacy, payments]
ruleset_ids: [rs-security, rs-docs]
policy: { fail_on: never, on_unevaluated: pass }
`
const waivers = 'waivers: [{ rule_id: "*", reason: later, owner: me, expires: 9999-12-31 }]\n'

async function check(policy: string, config = weak, argv: readonly string[] = [], env = {}) {
  const cwd = await tempTree({
    '.governance.yml': config,
    'trusted.yml': `version: 1\n${policy}`,
    'rs-docs.yml': 'rules:\n  a: { given: $.info, then: { function: truthy } }\n',
  })
  return { cwd, ...(await runGov(['check', '--trust-paths', '--quiet', ...argv], { cwd, env })) }
}

const byPolicy = ['--policy', 'trusted.yml']
const strict = 'policy: { fail_on: error }\n'

it.each<[string, string, string, string[], Record<string, string>, number, string]>([
  [
    'none: the config passes, and says how',
    '',
    weak,
    [],
    {},
    0,
    'weakens the default policy (fail_on: never;',
  ],
  ['none, and a flag that is stricter', '', weak, ['--max-error', '0'], {}, 1, '.governance.yml weakens the'],
  [
    'none, and a flag that is weaker, too',
    '',
    weak,
    ['--max-error', '9'],
    {},
    0,
    '.governance.yml, --max-error weaken the',
  ],
  ['one replaces the policy of the config', strict, weak, byPolicy, {}, 1, 'ignored in the config: policy'],
  ['one that says nothing stands for the defaults', '', weak, byPolicy, {}, 1, 'rulesets (fail_on: error)'],
  ['one in GOV_POLICY', strict, weak, [], { GOV_POLICY: 'trusted.yml' }, 1, 'policy from trusted.yml'],
  ['the flag before the variable', strict, weak, byPolicy, { GOV_POLICY: 'gone.yml' }, 1, 'from trusted.yml'],
  [
    'a flag of the caller before it',
    strict,
    weak,
    [...byPolicy, '--max-error', '7'],
    {},
    0,
    '7 errors, limit 7',
  ],
  ["the config's waivers do not count", strict, weak + waivers, byPolicy, {}, 1, 'policy, waivers'],
  ['unless it allows them', `${strict}allow: [waivers]\n`, weak + waivers, byPolicy, {}, 0, 'waived'],
  [
    'and not for longer than it allows',
    'policy: { max_waiver_days: 90 }\nallow: [waivers]\n',
    weak + waivers,
    byPolicy,
    {},
    1,
    'ends on 9999-12-31, after the latest day that max_waiver_days allows',
  ],
  ['its own waivers count', strict + waivers, weak, byPolicy, {}, 0, 'waived'],
  [
    "the config's baseline does not count",
    strict,
    `${weak}baseline: gone.json\n`,
    byPolicy,
    {},
    1,
    'policy, baseline',
  ],
  [
    'unless it allows it',
    `${strict}allow: [baseline]\n`,
    `${weak}baseline: gone.json\n`,
    byPolicy,
    {},
    2,
    'baseline gone.json does not exist',
  ],
  [
    'a required ruleset is missing',
    'require: { dashboard: embedded, ruleset_ids: [rs-design] }\n',
    weak,
    byPolicy,
    {},
    5,
    'ruleset rs-design',
  ],
  [
    'a required ruleset that a category runs',
    `require: { dashboard: embedded, workspace: ${demo}, ruleset_ids: [rs-security] }\n`,
    weak.replace('ruleset_ids: [rs-security, rs-docs]', 'categories: [public]'),
    [...byPolicy, '--max-error', '99'],
    {},
    0,
    'PASS',
  ],
  [
    'a required category is missing',
    'require: { dashboard: embedded, categories: [public] }\n',
    weak,
    byPolicy,
    {},
    5,
    'category public',
  ],
  [
    'a required definition is missing',
    'require: { definitions: [a.yml] }\n',
    weak,
    byPolicy,
    {},
    5,
    'definition a.yml',
  ],
  [
    'the config chooses the dashboard of required ids',
    'require: { ruleset_ids: [rs-docs] }\n',
    weak,
    byPolicy,
    {},
    5,
    'which dashboard to use, and the config chooses (.governance.yml:2:14)',
  ],
  [
    'the config puts a file of its own in the place of a required ruleset',
    'require: { ruleset_ids: [rs-docs] }\n',
    `version: 1\ndefinitions: [${join(projectRoot, 'fixtures/workspace/apis/orders/openapi.yaml')}]\nruleset_files: [rs-docs.yml]\n`,
    byPolicy,
    {},
    5,
    'which rulesets to use, and the config chooses (.governance.yml:3:1)',
  ],
  [
    'the same beside a sandbox that the policy requires and the caller names',
    'require: { dashboard: embedded, ruleset_ids: [rs-docs] }\n',
    `version: 1\ndefinitions: [${join(projectRoot, 'fixtures/workspace/apis/orders/openapi.yaml')}]\nruleset_files: [rs-docs.yml]\n`,
    [...byPolicy, '--url', 'embedded', '--workspace', demo],
    {},
    5,
    'require ruleset_files instead of ids, or pass --ruleset-file',
  ],
  [
    'all that it requires is there',
    `require: { api_ids: [payments], ruleset_ids: [rs-docs], dashboard: embedded, workspace: ${demo} }\n`,
    weak,
    [...byPolicy, '--max-error', '7'],
    {},
    0,
    'PASS',
  ],
  ['a policy that is not there', '', weak, ['--policy', 'gone.yml'], {}, 2, 'gone.yml does not exist'],
  [
    'a policy at an address',
    '',
    weak,
    ['--policy', 'https://example.com/policy.yml'],
    {},
    2,
    'a policy is a file, never a URL: https://example.com/policy.yml',
  ],
  ['a variable that is set and empty', '', weak, [], { GOV_POLICY: '' }, 2, 'is empty'],
  [
    'an unknown key',
    'fail_on: warn\n',
    weak,
    byPolicy,
    {},
    2,
    'unknown key "fail_on"; did you mean "policy.fail_on"?',
  ],
  [
    'a key that only a config has',
    'api_ids: [a]\n',
    weak,
    byPolicy,
    {},
    2,
    'did you mean "require.api_ids"?',
  ],
  ['an unknown allowance', 'allow: [policy]\n', weak, byPolicy, {}, 2, 'must be one of waivers, baseline'],
  [
    'an entry for a ruleset that this config does not select',
    'policy: { rulesets: { rs-x: { fail_on: hint } } }\n',
    weak,
    byPolicy,
    {},
    1,
    '7 errors',
  ],
])('a policy file: %s', async (_name, policy, config, argv, env, exit, says) => {
  const { exitCode, stdout, stderr } = await check(policy, config, argv, env)
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(says)
  expect(exitCode).toBe(exit)
})

it('the JSON report names who made the policy and what weakens it', async () => {
  const { stdout } = await check('', weak, ['--format', 'json'])
  expect(JSON.parse(stdout).run).toMatchObject({
    dashboard_origin: '.governance.yml:2:14',
    policy: { origin: '.governance.yml', weaker: ['fail_on: never', 'on_unevaluated: pass'] },
  })
  const other = await check('', weak, ['--format', 'json', '--fail-on', 'warn', ...byPolicy])
  expect(JSON.parse(other.stdout).run.policy).toMatchObject({ origin: 'trusted.yml, --fail-on', weaker: [] })
})

it('parts of a run keep what the policy says of the whole', async () => {
  const { cwd } = await check('require: { dashboard: embedded, api_ids: [orders], ruleset_ids: [rs-docs] }\n')
  for (const part of [1, 2, 3]) {
    const argv = [
      'check',
      '--trust-paths',
      '--shard',
      `${part}/3`,
      '--run',
      '7',
      '--output',
      `json=run-${part}.json`,
      ...byPolicy,
    ]
    await runGov(argv, { cwd })
  }
  const files = ['run-1.json', 'run-2.json', 'run-3.json']
  const { exitCode } = await runGov(['report', 'merge', ...files, '--output', 'json=all.json'], { cwd })
  const { gaps, held } = JSON.parse(readFileSync(join(cwd, 'all.json'), 'utf8')).outcome
  const isAboutPolicy = ({ kind }: { kind: string }) => kind === 'required' || kind === 'trusted-policy'
  const said = [...gaps, ...held].filter(isAboutPolicy)
  expect(said.map(({ message }: { message: string }) => message)).toEqual([
    'trusted.yml requires API orders, which is not checked',
    'policy from trusted.yml; ignored in the config: policy',
  ])
  expect(exitCode).toBe(5)
})

const ruleset = 'extends: base.yml\nrules: { b: { given: $.info, then: { function: truthy } } }\n'
const base = 'rules: { a: { given: $.info.contact, then: { field: email, function: truthy } } }\n'
const lenient = base.replace('truthy', 'falsy')
const ofRulesets = `version: 1
dashboard: { url: embedded }
definitions: [openapi.yml]
ruleset_files: [rules/team.yml]
`
const openapi = 'openapi: 3.1.0\ninfo: { title: t, version: v, contact: { email: a@b.example } }\npaths: {}\n'
const files = { 'openapi.yml': openapi, 'rules/team.yml': ruleset, 'rules/base.yml': base }
const trusted = { 'trusted/rules/team.yml': ruleset, 'trusted/rules/base.yml': base }
const ofCopy = 'require: { ruleset_files: [rules/team.yml] }\n'
const api = { 'ws/apis/a/api.yml': 'a', 'ws/rulesets/r/rules.yml': 'b' }

it.each<[string, string, Record<string, string>, number, string]>([
  ['the same rules', ofCopy, {}, 0, 'PASS'],
  [
    'the same rules by an engine that the config chooses',
    ofCopy,
    { '.governance.yml': `${ofRulesets}engine: vacuum\n` },
    5,
    'which engine to use, and the config chooses',
  ],
  [
    'the same rules, and the default engine by its name',
    ofCopy,
    { '.governance.yml': `${ofRulesets}engine: spectral\n` },
    0,
    'PASS',
  ],
  [
    'others',
    ofCopy,
    { 'rules/team.yml': `${ruleset}# x\n` },
    5,
    'trusted/rules/team.yml, which is not checked (found team@sha256:',
  ],
  [
    'others that it extends',
    ofCopy,
    { 'rules/base.yml': lenient },
    5,
    'which is not checked (found team@sha256:',
  ],
  [
    'the same under another name',
    ofCopy,
    { '.governance.yml': ofRulesets.replace('team', 'our'), 'rules/our.yml': ruleset },
    5,
    'found our@sha256:',
  ],
  [
    'no such trusted file',
    'require: { ruleset_files: [gone.yml] }\n',
    {},
    2,
    'trusted/gone.yml does not exist',
  ],
  [
    'another digest',
    `require: { ruleset_files: ["sha256:${'0'.repeat(64)}"] }\n`,
    {},
    5,
    'requires ruleset file sha256:000',
  ],
  [
    'rules of a dashboard',
    ofCopy,
    { '.governance.yml': weak },
    5,
    'requires ruleset file trusted/rules/team.yml',
  ],
  [
    'a sandbox and no rules',
    'require: { dashboard: embedded }\n',
    {},
    5,
    'which rulesets to use, and the config chooses',
  ],
  [
    'a sandbox and its rules',
    `require: { dashboard: embedded, ruleset_files: [rules/team.yml] }\n`,
    {},
    0,
    'PASS',
  ],
  [
    'a sandbox that the config fills',
    'require: { dashboard: embedded }\n',
    { '.governance.yml': weak },
    5,
    'which workspace to use, and the config chooses',
  ],
  [
    'another workspace',
    'require: { workspace: ../ws }\n',
    { '.governance.yml': weak, ...api },
    5,
    'requires workspace ws, which is not checked (found',
  ],
  ['every definition', 'require: { all_definitions: true }\n', {}, 0, 'PASS'],
  [
    'every definition, and one is not listed',
    'require: { all_definitions: true }\n',
    { 'apis/new.yaml': openapi, '.gitignore': 'apis\n' },
    5,
    'requires definition apis/new.yaml, which is not checked: add it to definitions',
  ],
  [
    'every definition, and one is hidden',
    'require: { all_definitions: true }\n',
    { 'apis/.new/api.yaml': openapi },
    5,
    'requires definition apis/.new/api.yaml, which is not checked',
  ],
  [
    'every definition, and one has another name',
    'require: { all_definitions: true }\n',
    { 'apis/new.oas': openapi },
    5,
    'requires definition apis/new.oas, which is not checked: rename it to .json, .yaml or .yml and add it',
  ],
  [
    'every definition, and one is a template',
    'require: { all_definitions: true }\n',
    { 'apis/new.yaml.tmpl': `{{ if .a }}\n${openapi}{{ end }}\n` },
    5,
    'requires definition apis/new.yaml.tmpl, which is not checked',
  ],
  [
    'every definition, and a page quotes one',
    'require: { all_definitions: true }\n',
    { 'README.md': `# API\n\n\`\`\`yaml\n${openapi}\`\`\`\n` },
    0,
    'PASS',
  ],
  [
    'every definition but templates and tests',
    'require: { all_definitions: true, except_definitions: ["*.tmpl", "test/**"] }\n',
    { 'apis/new.yaml.tmpl': openapi, 'test/a/b.yaml': openapi },
    0,
    'PASS',
  ],
  [
    'every definition but those of another folder',
    'require: { all_definitions: true, except_definitions: ["test/**"] }\n',
    { 'apis/test/b.yaml': openapi },
    5,
    'requires definition apis/test/b.yaml, which is not checked',
  ],
  [
    'exceptions from nothing',
    'require: { except_definitions: ["test/**"] }\n',
    {},
    2,
    'has except_definitions without all_definitions',
  ],
  [
    'an exception that cannot be read',
    'require: { all_definitions: true, except_definitions: ["test/@(a)"] }\n',
    {},
    2,
    '"test/@(a)" is not a valid glob',
  ],
  ['a value that means nothing', 'require: { all_definitions: false }\n', {}, 2, 'must be true'],
  ['a workspace where local rules run', `require: { workspace: ${demo} }\n`, {}, 5, 'requires workspace'],
])('a policy that requires trusted copies: %s', async (_name, policy, change, exit, says) => {
  const config = { '.governance.yml': ofRulesets, 'trusted/policy.yml': `version: 1\n${policy}` }
  const cwd = await tempTree({ ...files, ...trusted, ...config, ...change })
  const argv = ['check', '--trust-paths', '--quiet', '--policy', 'trusted/policy.yml']
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd })
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(says)
  expect(exitCode).toBe(exit)
})

it('a digest that a refusal shows can be required', async () => {
  const cwd = await tempTree({
    ...files,
    '.governance.yml': ofRulesets,
    'policy.yml': 'version: 1\nrequire: { ruleset_files: ["sha256:0"] }\n',
  })
  const first = await runGov(['check', '--quiet', '--policy', 'policy.yml'], { cwd })
  const [digest] = /team@sha256:[0-9a-f]{64}/.exec(first.stdout.replaceAll(/\s+/g, '')) ?? []
  await writeFile(join(cwd, 'policy.yml'), `version: 1\nrequire: { ruleset_files: ["${digest}"] }\n`)
  expect((await runGov(['check', '--quiet', '--policy', 'policy.yml'], { cwd })).exitCode).toBe(0)
})

const strictRules =
  'rules: { owner: { given: $, severity: error, then: { field: x-owner, function: truthy } } }\n'
const digest = createHash('sha256').update(strictRules).digest('hex')
const exempt = 'policy: { rulesets: { style: { fail_on: never } } }\n'
const waived = 'waivers: [{ rule_id: "*", ruleset_id: st*, reason: r, owner: o, expires: 9999-12-31 }]\n'
const requirePin = (pin: string) => `require: { ruleset_files: ["${pin}"] }\n`
const pinned = requirePin(`rules@sha256:${digest}`)
const bare = requirePin(`sha256:${digest}`)
const noId = 'without a ruleset id, but the policy treats ruleset'

const scoped = `rules:
  titled: { given: $.info, severity: error, then: { field: title, function: truthy } }
  nobad: { given: $..x-bad, severity: error, then: { function: undefined } }
overrides: [{ files: ["v1/**"], rules: { nobad: off } }]
`
const scopedDigest = createHash('sha256').update(scoped).digest('hex')

/** Overrides go by the folder that their ruleset is in: elsewhere, the same text asks for something else. */
it.each<[string, string, string, number, string]>([
  ['where the policy has it', '[rules.yaml]', 'rules.yaml', 1, '1 error'],
  [
    'moved beside what it turns off',
    '[rules.yaml]',
    'pay/rules.yaml',
    5,
    'in pay/rules.yaml, not rules.yaml',
  ],
  ['by a link beside it', '[rules.yaml]', 'pay/links/../rules.yaml', 5, 'in pay/rules.yaml, not rules.yaml'],
  ['pinned, at the root', `["rules@sha256:${scopedDigest}"]`, 'rules.yaml', 1, '1 error'],
  [
    'pinned, and moved',
    `["rules@sha256:${scopedDigest}"]`,
    'pay/rules.yaml',
    5,
    'require the file, not its digest',
  ],
  ['pinned without an id, and moved', `["sha256:${scopedDigest}"]`, 'pay/rules.yaml', 5, 'not its digest'],
])('a required ruleset with overrides, %s', async (_name, required, file, exit, says) => {
  const cwd = await tempTree({
    '.git/HEAD': '',
    'rules.yaml': scoped,
    'pay/rules.yaml': scoped,
    'pay/links/x': '',
    'pay/v1/openapi.yaml':
      'openapi: 3.1.0\ninfo: {title: T, version: 1.0.0}\npaths: {/a: {get: {x-bad: 1, responses: {}}}}\n',
    'policy.yml': `version: 1\nrequire: { ruleset_files: ${required} }\n`,
    '.governance.yml': `version: 1\ndefinitions: [pay/v1/openapi.yaml]\nruleset_files: [${file}]\n`,
  })
  const { exitCode, stdout, stderr } = await runGov(['check', '--quiet', '--policy', 'policy.yml'], { cwd })
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(says)
  expect(exitCode).toBe(exit)
})

it.each<[string, string, string, number, string]>([
  ['itself', pinned + exempt, 'rules.yaml', 1, '1 error'],
  ['itself elsewhere', pinned + exempt, 'x/rules.yaml', 1, '1 error'],
  ['itself by ./', pinned + exempt, './rules.yaml', 1, '1 error'],
  ['itself by a link with its name', pinned + exempt, 'links/rules.yaml', 1, '1 error'],
  ['itself with another ending', pinned + exempt, 'rules.yml', 1, '1 error'],
  ['itself and a copy', pinned + exempt, 'rules.yaml, style.yaml', 1, '1 error'],
  ['a copy that the policy exempts', pinned + exempt, 'style.yaml', 5, 'found style@sha256:'],
  ['a copy elsewhere', pinned + exempt, 'x/style.yaml', 5, 'found style@sha256:'],
  ['a copy by ./', pinned + exempt, './style.yaml', 5, 'found style@sha256:'],
  ['a link to it with an exempt name', pinned + exempt, 'links/style.yaml', 5, 'found style@sha256:'],
  ['a copy that differs in case', pinned + exempt, 'Rules.yaml', 5, 'found Rules@sha256:'],
  ['a copy whose name ends like it', pinned + exempt, 'x@rules.yaml', 5, 'found x@rules@sha256:'],
  ['a copy whose waiver the policy has', pinned + waived, 'style.yaml', 5, 'found style@sha256:'],
  ['one that extends it', pinned + exempt, 'style/rules.yaml', 5, 'found rules@sha256:'],
  [
    'a trusted file, and an exempt copy',
    `require: { ruleset_files: [rules.yaml] }\n${exempt}`,
    'style.yaml',
    5,
    'found',
  ],
  ['a digest alone, where every ruleset is judged alike', bare, 'style.yaml', 1, '1 error'],
  [
    'a digest alone, and only breaking changes differ',
    `${bare}policy: { rulesets: { "gov:breaking": { fail_on: never } } }\n`,
    'style.yaml',
    1,
    '1 error',
  ],
  ['a digest alone, and an exempt copy', bare + exempt, 'style.yaml', 2, `${noId} style`],
  [
    'a digest alone, and a stricter ruleset',
    `${bare}policy: { rulesets: { rules: { fail_on: warn } } }\n`,
    'style.yaml',
    2,
    `${noId} rules`,
  ],
  ['a digest alone, and a waiver', bare + waived, 'style.yaml', 2, `${noId} st*`],
  ['a digest with an empty id', requirePin(`@sha256:${digest}`) + exempt, 'style.yaml', 2, 'does not exist'],
  [
    'the id of breaking changes',
    pinned + exempt,
    '"gov:breaking.yaml"',
    2,
    'has the reserved id "gov:breaking"',
  ],
])(
  'a policy that requires a ruleset by content and id: %s',
  async (_name, policy, rulesetFiles, exit, says) => {
    const copies = [
      'rules.yaml',
      'style.yaml',
      'Rules.yaml',
      'x@rules.yaml',
      'rules.yml',
      'x/rules.yaml',
      'x/style.yaml',
    ]
    const cwd = await tempTree({
      'openapi.yml': openapi,
      'policy.yml': `version: 1\n${policy}`,
      '.governance.yml': `version: 1\ndefinitions: [openapi.yml]\nruleset_files: [${rulesetFiles}]\n`,
      'gov:breaking.yaml': strictRules,
      'style/rules.yaml': 'extends: base.yaml\nrules: { owner: warn }\n',
      'style/base.yaml': strictRules,
      ...Object.fromEntries(copies.map((name) => [name, strictRules])),
    })
    await mkdir(join(cwd, 'links'))
    for (const name of ['rules.yaml', 'style.yaml']) await symlink('../rules.yaml', join(cwd, 'links', name))
    const { exitCode, stdout, stderr } = await runGov(['check', '--quiet', '--policy', 'policy.yml'], { cwd })
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(says)
    expect(exitCode).toBe(exit)
  },
)
