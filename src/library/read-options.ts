import { z } from 'zod'
import { usageError } from '../model/errors.ts'
import type { Path } from '../model/location.ts'
import { once } from '../model/once.ts'
import { expected, listOf, text } from '../settings/kinds.ts'
import { dottedName, problemsError, problemsOf } from '../settings/problems.ts'
import { type ConfigValues, valuesSchema } from '../settings/schema.ts'
import { secret } from '../settings/secret.ts'
import type { Layer, Origin } from '../settings/settings.ts'
import { toLayer } from '../settings/to-layer.ts'
import { isToken } from '../settings/token-text.ts'
import type { CheckOptions } from './check-options.ts'
import { takeContents } from './take-contents.ts'

const hint = "Give what to check: check({ definitions: ['openapi.yaml'], ruleset_files: ['rules.yaml'] })."

const yesOrNo = () => z.boolean(expected('true or false')).optional()
const anObject = (value: unknown) => typeof value === 'object' && value !== null

const ownShape = () => ({
  cwd: text().optional(),
  config: z.union([z.literal(true), text()], { error: 'must be a file or true' }).optional(),
  policyFile: text().optional(),
  trustPaths: yesOrNo(),
  allowExtends: listOf(text(), (url) => url).optional(),
  strictBaseline: yesOrNo(),
  diagnose: yesOrNo(),
  token: z
    .string(expected('text'))
    .refine((value) => value === '' || isToken(value), 'holds a character that no token has')
    .optional(),
  env: z.custom(anObject, 'must be an object of variables').optional(),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
  onProgress: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
})

/** What a check writes to files, and asks of a gateway, is for the command. */
const optionsSchema = once(() => valuesSchema().omit({ gateway: true, reports: true }).extend(ownShape()))
export const optionNames = once(() => Object.keys(optionsSchema().shape))

export type OwnOptions = Pick<CheckOptions, Exclude<keyof CheckOptions, keyof ConfigValues>>

export interface ReadOptions extends OwnOptions {
  /** What the options set, as a flag would. */
  readonly layer: Layer
  /** What is checked in place of files, by their names. */
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/** Checks the options by the rules of the config. Throws GovError `option-invalid`, which names every bad one. */
export function readOptions(options: CheckOptions): ReadOptions {
  if (!anObject(options)) throw usageError('option-invalid', 'the options must be an object', hint)
  const { definitions, contents } = takeContents(options.definitions)
  const raw = { ...options, ...(definitions && { definitions }) }
  const checked = optionsSchema().safeParse(raw)
  if (!checked.success) throw optionError(checked.error.issues, raw)
  const { policy, ...values } = checked.data
  const layer = toLayer({ ...values, policy }, originOf)
  return { ...options, layer: { ...layer, ...tokenIn(options) }, contents }
}

function tokenIn({ token }: CheckOptions): Layer {
  return token ? { token: { value: secret(token), origin: originOf(['token']) } } : {}
}

function originOf(path: Path): Origin {
  return { source: 'option', place: dottedName(path) }
}

/** A key that no option has is told with the options there are, not with the keys of a file. */
function optionError(issues: Parameters<typeof problemsOf>[0], raw: unknown) {
  const problems = problemsOf(issues, raw, 'option-invalid', dottedName)
  const told = problems.map((problem) => {
    const [name, ...inside] = problem.path
    const isUnknown = inside.length === 0 && !optionNames().includes(String(name))
    return isUnknown ? { ...problem, hint: `The options are ${optionNames().join(', ')}.` } : problem
  })
  return problemsError(told, 'option-invalid')
}
