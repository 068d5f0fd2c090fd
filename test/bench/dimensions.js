/**
 * What a user may have more of: each with a size, and with a function that writes so many with `write` and gives the
 * arguments of gov, `before` the arguments that make what the measured command reads.
 */
export const dimensions = {
  'files of a split definition': [
    250,
    (write, n) => {
      const paths = range(n, (index) => write(`paths/${index}.json`, { get: operation(index) }))
      write('openapi.json', definition(paths.map((file, index) => [`/p${index}`, { $ref: file }])))
      return check('openapi.json')
    },
  ],
  'ruleset files': [
    100,
    (write, n) => {
      write('openapi.json', withOperations(10))
      write(
        '.governance.yml',
        config({ definitions: [{ file: 'openapi.json' }], ruleset_files: ruleFiles(write, n) }),
      )
      return ['check', '--quiet']
    },
  ],
  'rulesets that one extends': [
    25,
    (write, n) => {
      write('openapi.json', withOperations(10))
      write('rules.yaml', { extends: ruleFiles(write, n).map((file) => `./${file}`) })
      return check('openapi.json')
    },
  ],
  'rules of a ruleset': [
    500,
    (write, n) => {
      write('openapi.json', withOperations(10))
      write('rules.yaml', { rules: Object.fromEntries(range(n, (index) => [`rule-${index}`, rule(index)])) })
      return check('openapi.json')
    },
  ],
  'overrides of a ruleset': [
    250,
    (write, n) => {
      write('openapi.json', withOperations(n))
      const overrides = range(n, (index) => ({
        files: [`openapi.json#/paths/~1p${index}`],
        rules: { 'operation-description': 'off' },
      }))
      write('rules.yaml', { extends: 'spectral:oas', overrides })
      return check('openapi.json')
    },
  ],
  waivers: [
    500,
    (write, n) => {
      const waivers = range(n, (index) => ({
        rule_id: 'operation-description',
        path: `paths./p${index}.*`,
        reason: 'later',
        owner: 'us',
        expires: '2999-12-31',
      }))
      return checkByConfig(write, n, { waivers })
    },
  ],
  'entries of a baseline': [
    1000,
    (write, n) => ({
      before: [['baseline', 'create']],
      args: checkByConfig(write, n, { baseline: 'baseline.json' }),
    }),
  ],
  'definitions of a config': [
    250,
    (write, n) => {
      const definitions = range(n, (index) => ({ file: write(`apis/${index}.json`, withOperations(2)) }))
      write('.governance.yml', config({ definitions, ruleset_files: ['rules.yaml'] }))
      return ['check', '--quiet']
    },
  ],
  'saved APIs': [
    250,
    (write, n) => {
      writeWorkspace(write, n)
      write('.governance.yml', config({ dashboard, api_ids: ['*'], ruleset_ids: ['rs'] }))
      return ['check', '--quiet']
    },
  ],
  ...Object.fromEntries(
    ['html', 'markdown', 'sarif', 'table'].map((format) => [
      `issues of a report in ${format}`,
      [
        2000,
        (write, n) => {
          checkByConfig(write, n)
          return {
            before: [report('run')],
            args: ['report', 'render', 'run.json', '--output', `${format}=out`],
          }
        },
      ],
    ]),
  ),
  'issues of two merged shards': [
    2000,
    (write, n) => {
      const files = ['a.json', 'b.json'].map((file) => write(file, withOperations(n / 2)))
      write(
        '.governance.yml',
        config({ definitions: files.map((file) => ({ file })), ruleset_files: ['rules.yaml'] }),
      )
      const before = [1, 2].map((part) => [...report(`run-${part}`), '--shard', `${part}/2`, '--run', '1'])
      return { before, args: ['report', 'merge', 'run-1.json', 'run-2.json', '--quiet'] }
    },
  ],
  'merged shards': [
    10,
    (write, n) => {
      const definitions = range(n, (index) => ({ file: write(`apis/${index}.json`, withOperations(2)) }))
      write('.governance.yml', config({ definitions, ruleset_files: ['rules.yaml'] }))
      const names = range(n, (index) => `run-${index + 1}`)
      const before = names.map((name, index) => [
        ...report(name),
        '--shard',
        `${index + 1}/${n}`,
        '--run',
        '1',
      ])
      return { before, args: ['report', 'merge', ...names.map((name) => `${name}.json`), '--quiet'] }
    },
  ],
  'issues of two compared reports': [
    2000,
    (write, n) => {
      checkByConfig(write, n)
      return { before: [report('old'), report('new')], args: ['report', 'diff', 'old.json', 'new.json'] }
    },
  ],
  'issues compared with an earlier run': [
    2000,
    (write, n) => {
      const args = checkByConfig(write, n)
      return { before: [report('old')], args: [...args, '--compare', 'old.json', '--output', 'html=out'] }
    },
  ],
  'issues known at the base': [
    1000,
    (write, n) => {
      write('old.json', withOperations(n))
      return [...checkByConfig(write, n), '--base', 'old.json']
    },
  ],
  'lines of a changelog': [
    1000,
    (write, n) => {
      write('old.json', withOperations(n))
      write(
        'new.json',
        definition(range(n, (index) => [`/p${index}`, { get: { ...operation(index), summary: 'new' } }])),
      )
      return ['diff', 'old.json', 'new.json', '--format', 'markdown', '--output', 'out.md']
    },
  ],
  'breaking changes': [
    1000,
    (write, n) => {
      write('old.json', withOperations(n))
      write('new.json', withOperations(1))
      return ['diff', 'old.json', 'new.json']
    },
  ],
}

/** The same work for every dimension, so that it can be taken off. */
export const start = (write) => checkByConfig(write, 1)

const range = (n, make) => Array.from({ length: n }, (_, index) => make(index))
/** Without a description, which is an issue. */
const operation = (index) => ({
  operationId: `get${index}`,
  tags: ['t'],
  responses: { 200: { description: 'ok' } },
})
const withOperations = (n) => definition(range(n, (index) => [`/p${index}`, { get: operation(index) }]))

function definition(paths) {
  const info = { title: 't', version: '1', description: 'd', contact: { name: 'c' } }
  const tags = [{ name: 't', description: 'd' }]
  return {
    openapi: '3.0.3',
    info,
    tags,
    servers: [{ url: 'https://x.example' }],
    paths: Object.fromEntries(paths),
  }
}

const check = (file) => ['check', file, '--ruleset-file', 'rules.yaml', '--quiet', '--fail-on', 'never']
const config = (keys) => ({ version: 1, policy: { fail_on: 'never' }, ...keys })
const report = (name) => ['check', '--quiet', '--output', `json=${name}.json`]

function checkByConfig(write, n, keys = {}) {
  write('openapi.json', withOperations(n))
  write(
    '.governance.yml',
    config({ definitions: [{ file: 'openapi.json' }], ruleset_files: ['rules.yaml'], ...keys }),
  )
  return ['check', '--quiet']
}

/** Each finds an issue in the document, and one in each operation. */
const rule = (index) => ({
  severity: 'warn',
  given: ['$.info', '$.paths[*][get]'],
  // biome-ignore lint/suspicious/noThenProperty: it is Spectral's word
  then: { field: `x-${index}`, function: 'truthy' },
})

function ruleFiles(write, n) {
  return range(n, (index) => write(`rules/${index}.yaml`, { rules: { [`rule-${index}`]: rule(index) } }))
}

const dashboard = { url: 'embedded', workspace: 'workspace' }

function writeWorkspace(write, n) {
  const org_id = '5e9d9544a1dcd60001d0ed20'
  const id = (index) => `66f01a2ba1dcd6000${index.toString(16).padStart(7, '0')}`
  write('workspace/workspace.yml', {
    version: 1,
    governance: true,
    api_ownership: false,
    default_user: 'bench',
    organisations: [{ id: org_id, name: 'Bench' }],
  })
  const user = {
    id: 'bench',
    access_key: 'bench-key',
    active: true,
    org_id,
    user_permissions: { apis: 'read' },
  }
  write('workspace/users/bench.yml', user)
  const ruleset = {
    ruleset_id: 'rs',
    id: id(0),
    name: 'Bench',
    org_id,
    active: true,
    resource_type: 'oas-api',
  }
  write('workspace/rulesets/rs/ruleset.yml', { ...ruleset, action: 'warn', rules: 'rules.yaml' })
  write('workspace/rulesets/rs/rules.yaml', { extends: 'spectral:oas' })
  for (const index of range(n, (each) => each + 1)) {
    const api = {
      api_id: `api-${index}`,
      id: id(index),
      name: `API ${index}`,
      org_id,
      kind: 'oas',
      active: true,
    }
    write(`workspace/apis/api-${index}/api.yml`, { ...api, definition: 'openapi.json' })
    write(`workspace/apis/api-${index}/openapi.json`, withOperations(2))
  }
}
