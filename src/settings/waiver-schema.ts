import { z } from 'zod'
import { once } from '../model/once.ts'
import { expected, shown, text } from './kinds.ts'
import { dayPattern } from './patterns.ts'

const day = once(() =>
  z
    .string(expected('a day'))
    .superRefine((value, context) => {
      if (!isDay(value)) context.addIssue(`must be a day such as 2027-01-31, not ${shown(value)}`)
    })
    .meta({ format: 'date', pattern: dayPattern }),
)

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const waiverShape = () => ({
  rule_id: text(),
  api_id: text().optional(),
  ruleset_id: text().optional(),
  path: text().optional(),
  reason: text(),
  owner: text(),
  expires: day(),
})

export const waiverSchema = once(() => z.strictObject(waiverShape(), expected('a mapping')))
export const waiverKeys = once(() => Object.keys(waiverShape()))
