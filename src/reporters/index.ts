import { json } from './json.ts'
import type { Reporter } from './reporter.ts'
import { table } from './table.ts'

/** Every format that `--format` takes. */
export const reporters = { table, json } satisfies Record<string, Reporter>

export type Format = keyof typeof reporters

export function isFormat(name: string): name is Format {
  return Object.hasOwn(reporters, name)
}

export const formats: readonly Format[] = Object.keys(reporters).filter(isFormat)
