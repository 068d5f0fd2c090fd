import { yamlScalar } from '../../text/yaml-text.ts'
import type { RulesetChoice, Setup } from './setup.ts'

/**
 * The config as a person would write it, with a comment wherever a newcomer has a question. `schema` is the path of the
 * JSON Schema for editors, from the config; without one, the comment says where help is.
 */
export function configText(setup: Setup, schema: string | undefined): string {
  const blocks = [
    header(schema),
    dashboardBlock(setup),
    targetsBlock(setup),
    rulesetsBlock(setup.rulesets),
    policyBlock(setup),
  ]
  return `${blocks.join('\n\n')}\n`
}

function header(schema: string | undefined): string {
  const editors =
    schema === undefined ? '# Completion in editors: gov config schema --help' : schemaLine(schema)
  return `${editors}
# What gov check checks in this repository, with which rules and which policy.
# gov config show prints every value and its origin; gov config validate finds problems.
version: 1`
}

/** Tells editors where the JSON Schema of a YAML file is. */
export function schemaLine(path: string): string {
  return `# yaml-language-server: $schema=${path}`
}

function dashboardBlock({ address, workspace }: Setup): string {
  const served =
    workspace === undefined
      ? ''
      : `\n  workspace: ${yamlScalar(workspace)}  # folder for the embedded sandbox to serve`
  return address === undefined
    ? `dashboard:
  url: embedded  # evaluate on this machine; or a dashboard URL${served}`
    : `# The token comes from GOV_TOKEN or the file in GOV_TOKEN_FILE, never from here.
dashboard:
  url: ${yamlScalar(address)}`
}

function targetsBlock({ definitions, apiIds }: Setup): string {
  const files = `# The OpenAPI files to check.\n${list('definitions', definitions)}`
  const apis = `# The saved APIs to check.\n${list('api_ids', apiIds)}`
  return [definitions.length > 0 ? files : '', apiIds.length > 0 ? apis : '']
    .filter((block) => block !== '')
    .join('\n\n')
}

function rulesetsBlock(choice: RulesetChoice): string {
  if ('ruleset_files' in choice)
    return `# Ruleset files in Spectral's format.\n${list('ruleset_files', choice.ruleset_files)}`
  if ('ruleset_ids' in choice) {
    return `# The dashboard rulesets to run (or categories, but not both).\n${list('ruleset_ids', choice.ruleset_ids)}`
  }
  return `# Run the dashboard rulesets in these categories (or ruleset_ids, but not both).\n${list('categories', choice.categories)}`
}

function policyBlock({ failOn }: Setup): string {
  return `# What passes.
policy:
  fail_on: ${failOn}  # lowest severity that fails: error, warn, info, hint or never

# Too many issues to fix now? In pull requests, gov check --base auto fails only on new ones.
# Elsewhere, uncomment this line and run gov baseline create.
# baseline: .governance-baseline.json`
}

function list(key: string, items: readonly string[]): string {
  return [`${key}:`, ...items.map((item) => `  - ${yamlScalar(item)}`)].join('\n')
}
