import type { FailOn } from '../../settings/policy-schema.ts'

export type RulesetChoice =
  | { readonly ruleset_ids: readonly string[] }
  | { readonly categories: readonly string[] }
  | { readonly ruleset_files: readonly string[] }

/** What `gov init` is to write: all that the answers, or the flags, say. */
export interface Setup {
  /** The dashboard's; undefined where all is evaluated on this machine. */
  readonly address: string | undefined
  /** The folder that the embedded sandbox serves, where there is one. */
  readonly workspace: string | undefined
  readonly definitions: readonly string[]
  readonly apiIds: readonly string[]
  readonly rulesets: RulesetChoice
  readonly failOn: FailOn
  readonly pipeline: Pipeline | undefined
  /** The job fails only on what a pull request adds. */
  readonly base?: boolean
  /** It also fails on changes that break clients. */
  readonly breaking?: boolean
  readonly hook?: boolean
}

export const pipelines = ['github', 'gitlab', 'azure', 'bitbucket', 'jenkins'] as const
export type Pipeline = (typeof pipelines)[number]

/** Without the target of a pull request in its jobs, `--base auto` finds none. */
export function findsBase(pipeline: Pipeline | undefined): boolean {
  return pipeline !== undefined && pipeline !== 'jenkins'
}

/** The ruleset that is written where there is none. */
export const starterFile = 'governance-rules.yaml'
