import type { Progress } from '../check/world.ts'
import type { Definition } from '../core/model/asked.ts'
import type { EngineName } from '../core/model/engine-name.ts'
import type { Policy } from '../core/model/policy.ts'
import type { EvaluatedReport } from '../core/model/report.ts'
import type { Waiver } from '../core/model/waiver.ts'

/**
 * The options of a check, with the names and shapes of the config file. Files are relative to `cwd`; a duration is text,
 * such as `30s`.
 */
export interface CheckOptions extends SettingOptions, OwnOptions {}

/** The keys of the config file. */
export interface SettingOptions {
  /** A profile of the config. */
  readonly profile?: string | undefined
  readonly dashboard?: DashboardOptions | undefined
  /** Ids, and patterns of names or ids: `*` stands for any characters. */
  readonly api_ids?: readonly string[] | undefined
  /** All saved APIs in these categories. */
  readonly api_categories?: readonly string[] | undefined
  /** Files, or what is at hand under a file's name. */
  readonly definitions?: readonly (string | DefinitionOption)[] | undefined
  /** Exactly one of `ruleset_ids`, `categories` and `ruleset_files`. */
  readonly ruleset_ids?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly ruleset_files?: readonly string[] | undefined
  /** Names of checks of the config; default: all. */
  readonly check?: readonly string[] | undefined
  /** The linter whose results the embedded sandbox reproduces; default: `spectral`. */
  readonly engine?: EngineName | undefined
  readonly policy?: PolicyOptions | undefined
  readonly baseline?: string | undefined
  readonly waivers?: readonly Waiver[] | undefined
  /** The dashboard's token. */
  readonly token?: string | undefined
}

/** How to check it. */
export interface OwnOptions {
  /** The folder that files are relative to; default: the working directory. */
  readonly cwd?: string | undefined
  /**
   * A config file, or `true` for the one of `cwd` or its repository. Without it none is read. Options go before it, as
   * flags do; its `reports` are not written.
   */
  readonly config?: string | true | undefined
  /** Instead of the config's policy, waivers and baseline. */
  readonly policyFile?: string | undefined
  /** Lets the config name files outside of its repository. */
  readonly trustPaths?: boolean | undefined
  /** URLs from which definitions, rulesets and what they refer to are read; one that ends in a slash stands for all below it. */
  readonly allowRemote?: readonly string[] | undefined
  /** Fail on entries of the baseline that match no issue any more. */
  readonly strictBaseline?: boolean | undefined
  /** The old version of the definitions: a git ref (its merge base with HEAD), a file, `saved` or `auto`. Its issues are known. */
  readonly base?: string | undefined
  /** Split requests that failed in part, and name each failing pair. */
  readonly diagnose?: boolean | undefined
  /** Variables such as `GOV_URL` and `HTTPS_PROXY`: pass `process.env` to go by them. Without it, none is read. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Ends the run with a GovError, `interrupted`. */
  readonly signal?: AbortSignal | undefined
  /** Told before the first request and after each. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface PolicyOptions extends Partial<Policy> {
  /** `refuse`: no function of a ruleset that is code is run. Default: `allow`. */
  readonly functions?: 'allow' | 'refuse' | undefined
}

export interface DashboardOptions {
  /** An address, or `embedded`. */
  readonly url?: string | undefined
  /** The folder that the embedded sandbox serves. */
  readonly workspace?: string | undefined
  readonly timeout?: string | undefined
  readonly deadline?: string | undefined
  readonly retries?: number | undefined
  readonly concurrency?: number | undefined
  readonly ca_file?: string | undefined
  readonly cert_file?: string | undefined
  readonly key_file?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface DefinitionOption extends Omit<Definition, 'digest' | 'bundled' | 'ignores'> {
  /** The text to check instead of the file, which need not exist. References are followed from its folder. */
  readonly content?: string | Uint8Array
}

export interface CheckResult {
  /** Everything was evaluated, and the policy passes. */
  readonly passed: boolean
  /** The exit code of `gov check`: 0, 1 when the policy does not accept, 5 or 4 when not all was evaluated. */
  readonly exitCode: number
  /** The report of `--format json`, which adds a `message` to each reason and gap. */
  readonly report: EvaluatedReport
  /** The warnings that the command prints on standard error, whatever the verdict. */
  readonly warnings: readonly string[]
}
