import type { Format } from '../core/model/formats.ts'
import type { Values } from './table.ts'

/** The origin of a value. `place` is where the user can go: `--url`, `dashboard.url` of a script's options, `GOV_URL`, `.governance.yml:3:8`. */
export interface Origin {
  readonly source: 'flag' | 'option' | 'environment' | 'policy' | 'file' | 'default'
  readonly place: string
  /** The profile of the file that sets it. */
  readonly profile?: string
}

/** The folder that a config's paths may not leave. A config is part of a change under review; its caller is not. */
export interface Fence {
  /** Absolute, with no link on the way. */
  readonly folder: string
  /** `the repository /home/me/shop`, or the folder of what lies in none. */
  readonly name: string
}

export interface Setting<Value> {
  readonly value: Value
  readonly origin: Origin
  /** The folder that files to write, and files that a glob matches, must stay in: checked once they are known. */
  readonly fence?: Fence
  /** The ids of the ruleset files that a config lists, also in checks that the run leaves out. */
  readonly ids?: ReadonlyMap<string, string>
}

export type LayerOf<All> = { readonly [Name in keyof All]?: Setting<All[Name]> }

export type Layer = LayerOf<Values>

/** A report that a run writes to a file, in addition to what it prints. */
export interface ReportFile {
  readonly format: Format
  readonly output: string
  /** The folder that it must stay in; undefined for a file that the caller names. */
  readonly fence?: Fence | undefined
}
