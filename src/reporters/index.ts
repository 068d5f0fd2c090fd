import { azure } from './azure.ts'
import { checkstyle } from './checkstyle.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'
import { table } from './table.ts'
import { teamcity } from './teamcity.ts'

/** Every format that `--format` takes. */
export const reporters = {
  table,
  json,
  sarif,
  junit,
  github,
  gitlab,
  checkstyle,
  teamcity,
  azure,
  markdown,
} satisfies Record<string, Reporter>

export type Format = keyof typeof reporters

export function isFormat(name: string): name is Format {
  return Object.hasOwn(reporters, name)
}

export const formats: readonly Format[] = Object.keys(reporters).filter(isFormat)
