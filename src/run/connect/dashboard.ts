import type { DashboardClient } from '../../dashboard/client.ts'
import type { Trust } from '../../dashboard/transport/trust.ts'

/** A dashboard to ask, over the network or in this process. */
export interface Dashboard {
  readonly client: DashboardClient
  /** Ends its connections; a run that does not call it does not end. */
  close(): Promise<void>
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
