import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gov } from './gov.js'
import { serveSandbox } from './serve.js'
import { alternate, timed } from './timed.js'

const token = 'bench-key'

/** `gov check` of one definition with 100 issues over the loopback, beside the documented script of bash, curl and jq. */
export async function measureOneDefinition(options) {
  const { scratch } = options
  const sandbox = await serveSandbox(writeWorkspace(join(scratch, 'workspace')))
  const [definition, tokenFile] = [join(scratch, 'openapi.json'), join(scratch, 'token')]
  writeFileSync(definition, JSON.stringify(definitionOf(100), null, 2))
  writeFileSync(tokenFile, `${token}\n`)
  const check = gov('check', '--url', sandbox.url, '--definition', definition, '--ruleset-id', 'rs-bench')
  const documented = join(import.meta.dirname, 'documented-check.sh')
  const script = ['bash', documented, definition, '--ruleset-ids', 'rs-bench']
  const env = { GOV_TOKEN_FILE: tokenFile, DASHBOARD_URL: sandbox.url, DASHBOARD_TOKEN: token }
  const run = (command, expected) => () => timed(command, { ...options, env, expected })
  try {
    const [own, other] = await alternate([run(check, 1), run(script, 2)], { ...options, rounds: 15 })
    return [
      {
        what: 'gov check, 1 definition, 100 issues, loopback, to the documented script',
        own,
        other,
        most: 1,
      },
    ]
  } finally {
    sandbox.stop()
  }
}

function definitionOf(operations) {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/resources/${index}`,
      { get: { operationId: `get${index}`, responses: { 200: { description: 'Found' } } } },
    ]),
  )
  return { openapi: '3.0.3', info: { title: 'Bench', version: '1.0.0' }, paths }
}

/** One user, and a ruleset that finds one issue in each operation. */
function writeWorkspace(folder) {
  const org_id = '5e9d9544a1dcd60001d0ed20'
  const files = {
    'workspace.yml': {
      version: 1,
      governance: true,
      api_ownership: false,
      default_user: 'bench',
      organisations: [{ id: org_id, name: 'Bench' }],
    },
    'users/bench.yml': {
      id: 'bench',
      access_key: token,
      active: true,
      org_id,
      user_permissions: { apis: 'read' },
    },
    'rulesets/rs-bench/ruleset.yml': {
      ruleset_id: 'rs-bench',
      id: '66f01a2ba1dcd60001d0f003',
      name: 'Bench',
      org_id,
      active: true,
      resource_type: 'oas-api',
      action: 'warn',
      rules: 'rules.yaml',
    },
    'rulesets/rs-bench/rules.yaml': {
      rules: {
        'operation-summary': {
          description: 'Every operation has a summary.',
          severity: 'error',
          given: '$.paths[*][get]',
          // biome-ignore lint/suspicious/noThenProperty: it is Spectral's word
          then: { field: 'summary', function: 'truthy' },
        },
      },
    },
  }
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  }
  return folder
}
