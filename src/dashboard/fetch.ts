/** The part of `fetch` that the client needs: the transport and the embedded sandbox both fit. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** It must not be sent again when its answer is lost. */
  readonly once?: boolean
  /** A redirect is an error: what is there has the name of this address. */
  readonly direct?: boolean
  /** The secret that the address holds. What is sent and answered is then as secret. */
  readonly secret?: string | undefined
  /** What is sent or answered holds secrets, and no log may show it. */
  readonly confidential?: boolean | undefined
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** What a message about this answer must add: how often it was asked for, and what was not waited for. */
  readonly note?: string | undefined
  text(): Promise<string>
}
