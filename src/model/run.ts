import type { Definition } from './asked.ts'
import type { BaseRun } from './base.ts'
import type { EngineName } from './engine-name.ts'
import type { PolicyInForce } from './policy.ts'
import type { WaiverUse } from './waiver.ts'

/** A run's part of a larger one: the `index`th (from 1) of `total`. */
export interface Shard {
  readonly index: number
  readonly total: number
  /** Identifies the whole request: the same for each of its shards. */
  readonly digest: string
}

/** The lines of a config, from 1, by the ids of APIs. */
export interface NamedIn {
  readonly file: string
  readonly lines: Readonly<Record<string, number>>
}

/** What was asked, of whom, and when. */
export interface Run {
  /** The way from the root of the repository to the folder that files are relative to; absent at the root. */
  readonly folder?: string | undefined
  /** Where the config names each saved API, so that a report can point there. */
  readonly named_in?: NamedIn | undefined
  /** The dashboard's address, or `embedded`. */
  readonly dashboard: string
  /** Where it came from: a flag, a variable, or a location in the config. */
  readonly dashboard_origin?: string | undefined
  /** Absent: the default of the embedded sandbox, or whatever a dashboard has. */
  readonly engine?: EngineName | undefined
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly ruleset_ids?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** Requests answered. */
  readonly requests: number
  /** RFC 3339. */
  readonly started: string
  readonly took_ms: number
  readonly gov: string
  /** What the verdict was made by; absent when it was not known yet. */
  readonly policy?: PolicyInForce | undefined
  readonly waivers?: readonly WaiverUse[] | undefined
  /** What it was compared with. */
  readonly base?: BaseRun | undefined
  readonly shard?: Shard | undefined
  /** The stopped run whose answers this one used: its start, RFC 3339, and how many. */
  readonly resumed?: { readonly started: string; readonly requests: number } | undefined
  /** SHA-256 of each local ruleset file, by the ruleset's id. */
  readonly ruleset_digests?: Readonly<Record<string, string>> | undefined
}
