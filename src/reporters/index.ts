import { azure } from './azure.ts'
import { checkstyle } from './checkstyle.ts'
import type { Format } from './formats.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'
import { table } from './table.ts'
import { teamcity } from './teamcity.ts'

/** A reporter for every format. */
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
  html,
} satisfies Record<Format, Reporter>
