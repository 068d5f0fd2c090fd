import { z } from 'zod'
import { formats } from '../model/formats.ts'
import { once } from '../model/once.ts'
import { choice, expected, listOf, shown, text } from './kinds.ts'
import { dayPattern } from './patterns.ts'
import { id } from './row-kinds.ts'

const day = once(() =>
  z
    .string(expected('a day'))
    .superRefine((value, context) => {
      if (isDay(value)) return
      const why = /^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(value) ? `, a day that its month does not have` : ''
      context.addIssue(`must be a day such as 2027-01-31, not ${shown(value)}${why}`)
    })
    .meta({ format: 'date', pattern: dayPattern }),
)

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

export const waiverSchema = once(() =>
  z.strictObject(
    {
      rule_id: text(),
      api_id: text().optional(),
      ruleset_id: text().optional(),
      path: text().optional(),
      reason: text(),
      owner: text(),
      expires: day(),
    },
    expected('a mapping'),
  ),
)

export const waiverHints = {
  '[]': 'Write rule_id, reason, owner, expires and, optionally, api_id, ruleset_id and path.',
  '[].rule_id': 'Write the id of the waived rule; * matches any characters.',
  '[].api_id': id,
  '[].ruleset_id': id,
  '[].path': 'Write the dot-joined path of the issues, such as "paths./legacy*"; * matches any characters.',
  '[].reason': 'Write why the issue is accepted for now.',
  '[].owner': 'Write who is responsible.',
  '[].expires': 'Write its last day, such as 2027-01-31.',
}

const definition = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { file: value } : value),
    z.strictObject(
      { file: text(), api_id: text().optional(), api_name: text().optional() },
      expected('a file name or a mapping'),
    ),
  )

export const definitions = () => listOf(definition(), ({ file }) => file)

const report = () => z.strictObject({ format: choice(formats), output: text() }, expected('a mapping'))

export const reports = () => listOf(report(), ({ output }) => output)
