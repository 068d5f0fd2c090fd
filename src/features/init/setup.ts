import { groupBy } from '../../core/text/group-by.ts'
import { renderScalar } from '../../core/text/yaml-text.ts'
import type { FailOn } from '../../settings/policy-schema.ts'

export type RulesetChoice =
  | { readonly ruleset_ids: readonly string[] }
  | { readonly categories: readonly string[] }
  | { readonly ruleset_files: readonly string[] }

/** A setup that `gov init` is to write: all that the answers, or the flags, say. */
export interface Setup {
  /** The address of the dashboard; undefined where all is evaluated on this machine. */
  readonly address?: string | undefined
  /** The folder that the embedded sandbox serves, where there is one. */
  readonly workspace?: string | undefined
  readonly definitions: readonly string[]
  readonly apiIds: readonly string[]
  readonly rulesets: RulesetChoice
  /** A check for each folder of definitions. */
  readonly checks?: boolean
  readonly failOn: FailOn
  readonly pipeline?: Pipeline | undefined
  /** The job fails only on what a pull request adds. */
  readonly base?: boolean
  /** It also fails on changes that break clients. */
  readonly breaking?: boolean
  readonly hook?: boolean
}

export const pipelines = ['github', 'gitlab', 'azure', 'bitbucket', 'jenkins'] as const
export type Pipeline = (typeof pipelines)[number]

/** `--base auto` needs the target branch of the pull request, which Jenkins does not give. */
export function findsBase(pipeline: Pipeline | undefined): boolean {
  return pipeline !== undefined && pipeline !== 'jenkins'
}

/** The ruleset that is written where there is none. */
export const starterFile = 'governance-rules.yaml'

/**
 * The config as a person would write it, with a comment wherever a newcomer has a question. `schema` is the path of the
 * JSON Schema for editors, from the config; without one, the comment says where help is.
 */
export function configText(setup: Setup, schema: string | undefined): string {
  const blocks = [
    header(schema),
    dashboardBlock(setup),
    ...(setup.checks ? [checksBlock(setup)] : [targetsBlock(setup), rulesetsBlock(setup.rulesets)]),
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
      : `\n  workspace: ${renderScalar(workspace)}  # folder for the embedded sandbox to serve`
  return address === undefined
    ? `dashboard:
  url: embedded  # evaluate on this machine; or a dashboard URL${served}`
    : `# The token comes from GOV_TOKEN or the file in GOV_TOKEN_FILE, never from here.
dashboard:
  url: ${renderScalar(address)}`
}

function targetsBlock({ definitions, apiIds }: Setup): string {
  const files = `# The OpenAPI files to check.\n${list('definitions', definitions)}`
  const apis = `# The saved APIs to check.\n${list('api_ids', apiIds)}`
  return [definitions.length > 0 ? files : '', apiIds.length > 0 ? apis : '']
    .filter((block) => block !== '')
    .join('\n\n')
}

/** The folders that definitions are in, below the one that all are in; empty where some file is in none, or all are in one. */
export function groupByFolder(definitions: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const ways = definitions.map((file) => file.split('/'))
  const [first = []] = ways
  const shared = first.findIndex((part, at) => ways.some((way) => way[at] !== part))
  const folders = groupBy(definitions, (file) => file.split('/').slice(shared, -1)[0] ?? '')
  return folders.size < 2 || folders.has('') ? new Map() : folders
}

function checksBlock({ definitions, rulesets }: Setup): string {
  const [[key, names] = ['', []]] = Object.entries(rulesets)
  const checks = [...groupByFolder(definitions)].map(([name, files]) =>
    [`name: ${renderScalar(name)}`, list('definitions', files), list(key, names)]
      .join('\n')
      .replaceAll('\n', '\n    '),
  )
  return `# What is checked by which rulesets. There is one verdict for all; gov check --check NAME takes one.
# Give each check the rulesets of its team.
checks:
${checks.map((check) => `  - ${check}`).join('\n')}`
}

const rulesetComments: Readonly<Record<string, string>> = {
  ruleset_files: "# Ruleset files in Spectral's format.",
  ruleset_ids: '# The dashboard rulesets to run (or categories, but not both).',
  categories: '# Run the dashboard rulesets in these categories (or ruleset_ids, but not both).',
}

function rulesetsBlock(choice: RulesetChoice): string {
  const [[key, names] = ['', []]] = Object.entries(choice)
  return `${rulesetComments[key]}\n${list(key, names)}`
}

function policyBlock({ failOn }: Setup): string {
  return `# What passes.
policy:
  fail_on: ${failOn}  # lowest severity that fails: error, warn, info, hint or never

# Too many issues to fix now? In pull requests, gov check --base auto fails only on new ones.
# Elsewhere, gov baseline create accepts the current ones, and uncomments this line.
# baseline: .governance-baseline.json`
}

function list(key: string, items: readonly string[]): string {
  return [`${key}:`, ...items.map((item) => `  - ${renderScalar(item)}`)].join('\n')
}
