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
    schema === undefined
      ? '# Completion in editors: gov config schema --help'
      : `# yaml-language-server: $schema=${schema}`
  return `${editors}
# What gov check checks in this repository, by which rules, and what it accepts.
# gov config show says what is in force and why; gov config validate, what is wrong.
version: 1`
}

function dashboardBlock({ url, workspace }: Setup): string {
  const served =
    workspace === undefined
      ? ''
      : `\n  workspace: ${yamlScalar(workspace)}  # the folder that the embedded sandbox serves`
  return url === 'embedded'
    ? `dashboard:
  url: embedded  # evaluate on this machine; or the address of a dashboard${served}`
    : `# The token is in GOV_TOKEN (or in the file that GOV_TOKEN_FILE names), never here.
dashboard:
  url: ${yamlScalar(url)}`
}

function targetsBlock({ definitions, apiIds }: Setup): string {
  const files = `# The OpenAPI files to check.\n${list('definitions', definitions)}`
  const apis = `# The APIs to check that are saved on the dashboard.\n${list('api_ids', apiIds)}`
  return [definitions.length > 0 ? files : '', apiIds.length > 0 ? apis : '']
    .filter((block) => block !== '')
    .join('\n\n')
}

function rulesetsBlock(choice: RulesetChoice): string {
  if ('ruleset_files' in choice)
    return `# The rules: files in the format of Spectral.\n${list('ruleset_files', choice.ruleset_files)}`
  if ('ruleset_ids' in choice) {
    return `# The dashboard's rulesets to check with (or categories, never both).\n${list('ruleset_ids', choice.ruleset_ids)}`
  }
  return `# The dashboard's rulesets of these categories (or ruleset_ids, never both).\n${list('categories', choice.categories)}`
}

function policyBlock({ failOn }: Setup): string {
  return `# What the team accepts.
policy:
  fail_on: ${failOn}  # this severity and above: error, warn, info, hint, or never

# Many issues today? Take the first # off this line, run gov baseline create, and only new ones fail.
# baseline: .governance-baseline.json`
}

function list(key: string, items: readonly string[]): string {
  return [`${key}:`, ...items.map((item) => `  - ${yamlScalar(item)}`)].join('\n')
}
