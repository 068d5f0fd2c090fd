import type { Format } from '../../../src/core/model/formats.ts'
import { azure } from './azure.ts'
import { checkstyle } from './checkstyle.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import type { Reader } from './reading.ts'
import { sarif } from './sarif.ts'
import { teamcity } from './teamcity.ts'
import { unix } from './unix.ts'

/** A consumer of every format that is for programs; the table is for people. */
export const readers: Readonly<Record<Exclude<Format, 'table'>, Reader>> = {
  azure,
  checkstyle,
  github,
  gitlab,
  html,
  json,
  junit,
  markdown,
  sarif,
  teamcity,
  unix,
}
