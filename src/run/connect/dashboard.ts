import type { DashboardClient } from '../../dashboard/client.ts'
import type { Trust } from '../../dashboard/transport/trust.ts'
import type { AppOptions } from '../../service/http/app-options.ts'
import type { WorkspaceSnapshot } from '../../service/store/workspace.ts'
import type { CarriedRuleset } from '../rulesets/carried-ruleset.ts'

/** A dashboard to ask, over the network or in this process. */
export interface Dashboard {
  readonly client: DashboardClient
  /** What another thread opens the same sandbox from; undefined where it is not in this process. */
  readonly carried?: CarriedSandbox | undefined
  /** Ends its connections; a run that does not call it does not end. */
  close(): Promise<void>
}

/** What decides the answers of a sandbox of one run. */
export type SandboxRules = Pick<AppOptions, 'limits' | 'functions' | 'engine' | 'day'>

export interface CarriedSandbox extends SandboxRules {
  readonly workspace: WorkspaceSnapshot | readonly CarriedRuleset[]
  /** It may look at files beside a definition. */
  readonly isLocal: boolean
}

/** What the request log shows. */
export type LogLevel = 'requests' | 'bodies'

/** The PEM texts of a connection. */
export type TrustFiles = Pick<Trust, 'authorities' | 'identity'>

/** How a dashboard is reached. */
export interface ConnectionOptions {
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly retries: number
  readonly longestAskedMs?: number | undefined
  readonly trust?: Trust | undefined
  /** Sent with every request; their values may be secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: LogLevel | undefined
}

export type ProbeOptions = Pick<ConnectionOptions, 'timeoutMs' | 'trust'>
