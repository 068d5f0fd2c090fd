import { z } from 'zod'
import { formats, inferFormat, standardOutput } from '../core/model/formats.ts'
import { once } from '../core/model/once.ts'
import { isDay } from '../core/model/severity-change.ts'
import type { Waiver } from '../core/model/waiver.ts'
import { checkValue } from './check-value.ts'
import { choiceSchema, createListSchema, expected, filledText, showInput } from './kinds.ts'
import { problemsError } from './problems.ts'
import { createNamesSchema, id } from './row.ts'

const dayPattern = '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$'

const day = once(() =>
  z
    .string(expected('a day'))
    .superRefine((value, context) => {
      if (isDay(value)) return
      const why = /^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(value) ? `, a day that its month does not have` : ''
      context.addIssue(`must be a day such as 2027-01-31, not ${showInput(value)}${why}`)
    })
    .meta({ format: 'date', pattern: dayPattern }),
)

export const waiverSchema = once(() =>
  z.strictObject(
    {
      rule_id: filledText(),
      api_id: filledText().optional(),
      ruleset_id: filledText().optional(),
      path: filledText().optional(),
      message: filledText().optional(),
      reason: filledText(),
      owner: filledText(),
      expires: day(),
    },
    expected('a mapping'),
  ),
)

export const waiverHints = {
  '[]': 'Write rule_id, reason, owner, expires and, optionally, api_id, ruleset_id, path and message.',
  '[].rule_id': 'Write the id of the waived rule; * matches any characters.',
  '[].api_id': id,
  '[].ruleset_id': id,
  '[].path': 'Write the dot-joined path of the issues, such as "paths./legacy*"; * matches any characters.',
  '[].message': 'Write what the issues say, such as "can no longer be *"; * matches any characters.',
  '[].reason': 'Write why the issue is accepted for now.',
  '[].owner': 'Write who is responsible.',
  '[].expires': 'Write its last day, such as 2027-01-31.',
}

const definition = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { file: value } : value),
    z.strictObject(
      { file: filledText(), api_id: filledText().optional(), api_name: filledText().optional() },
      expected('a file name or a mapping'),
    ),
  )

export const definitions = () => createListSchema(definition(), ({ file }) => file)

/** The keys of a check by which it says what is checked, and by which rulesets. */
export const targetKeys = ['api_ids', 'definitions'] as const
export const selectorKeys = ['ruleset_ids', 'categories', 'ruleset_files'] as const

const check = () =>
  z
    .strictObject(
      {
        name: filledText(),
        definitions: definitions().optional(),
        api_ids: createNamesSchema().optional(),
        ruleset_files: createNamesSchema().optional(),
        ruleset_ids: createNamesSchema().optional(),
        categories: createNamesSchema().optional(),
      },
      expected('a mapping'),
    )
    .superRefine((entry, context) => {
      const [first, second] = selectorKeys.filter((key) => entry[key] !== undefined)
      if (targetKeys.every((key) => entry[key] === undefined))
        context.addIssue('checks nothing: it has neither definitions nor api_ids')
      if (first === undefined)
        context.addIssue('has no rulesets: no ruleset_ids, categories or ruleset_files')
      if (second !== undefined) context.addIssue(`has both ${first} and ${second}`)
    })

export const checks = () => createListSchema(check(), ({ name }) => name)
export type ConfigCheck = z.output<ReturnType<typeof check>>

const report = () =>
  z
    .strictObject({ format: choiceSchema(formats).optional(), output: filledText() }, expected('a mapping'))
    .transform(({ format: named, output }, context) => {
      const format = named ?? (output === standardOutput ? 'table' : inferFormat(output, formats))
      if (typeof format === 'string') return { format, output }
      context.addIssue({ code: 'custom', message: `has no format, and ${format.message}`, path: [] })
      return z.NEVER
    })

export const reports = () => createListSchema(report(), ({ output }) => output)

export interface WaiverFlags {
  readonly ruleId: string
  readonly rulesetId?: string | undefined
  readonly apiId?: string | undefined
  readonly path?: string | undefined
  readonly message?: string | undefined
  readonly reason: string
  readonly owner: string
  readonly expires: string
}

const wording = {
  code: 'flag-invalid',
  renderName: ([key]: readonly (string | number)[]) =>
    key === 'rule_id' ? '--rule' : `--${String(key).replace('_', '-')}`,
  groups: new Map(),
}

/** Checks flags by the rules of the config file. Throws GovError `flag-invalid` with every bad flag; from `now`, its hint counts days. */
export function readWaiver(flags: WaiverFlags, now?: Date): Waiver {
  const { ruleId: rule_id, rulesetId: ruleset_id, apiId: api_id, path, message, ...others } = flags
  const { reason, owner, expires } = others
  const raw = { rule_id, ruleset_id, api_id, path, message, reason, owner, expires }
  const hint = 'See the example in gov waiver add --help.'
  const checked = checkValue({ schema: waiverSchema, hint }, raw, [], wording)
  if (checked.problems === undefined) return checked.value
  throw problemsError(
    checked.problems.map((problem) => ({
      ...problem,
      hint: (now && problem.path[0] === 'expires' ? dayHint(expires, now) : undefined) ?? hint,
    })),
    wording.code,
  )
}

function dayHint(expires: string, now: Date): string | undefined {
  const days = Number(/^(?:in )?\+?(\d{1,5}) ?d(?:ays?)?$/i.exec(expires)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) return undefined
  const day = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return `Counted from today, that is ${day}.`
}
