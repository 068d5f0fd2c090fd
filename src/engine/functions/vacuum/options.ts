import { z } from 'zod'
import { once } from '../../../model/once.ts'
import { readPattern } from '../../pattern.ts'
import { isPropertyCase, type PropertyCase } from './casing.ts'

/** Generated rulesets write numbers as texts. */
export const wordCount = once(() =>
  z
    .strictObject({ minWords: z.coerce.number().int().min(0).optional() })
    .nullish()
    .transform((given) => ({ minWords: given?.minWords ?? 0 })),
)

export const forbidden = once(() =>
  z.strictObject({
    pattern: z.string().transform((text, context) => {
      try {
        return { text, pattern: readPattern(text) }
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a regular expression' })
        return z.NEVER
      }
    }),
  }),
)

export const successCodes = once(() =>
  z.strictObject({
    properties: z
      .array(z.union([z.string(), z.number()]).transform(String))
      .min(1, { error: 'must list a code' }),
  }),
)

/** What a case is called elsewhere: `camelCase`, `kebab-case`, `screaming_snake_case`. */
const aliases: Readonly<Record<string, string>> = {
  camelcase: 'camel',
  pascalcase: 'pascal',
  pascalkebab: 'pascal-kebab',
  'kebab-case': 'kebab',
  'cobol-case': 'cobol',
  snake_case: 'snake',
  'macro-case': 'macro',
  screaming_snake_case: 'macro',
  flatcase: 'flat',
  lowercase: 'flat',
}

const propertyCase = once(() =>
  z.string().transform((text, context): PropertyCase => {
    const name = text.trim().toLowerCase()
    const found = aliases[name] ?? name
    if (isPropertyCase(found)) return found
    context.addIssue({ code: 'custom', message: 'must be a case such as camel, pascal, kebab or snake' })
    return z.NEVER
  }),
)

export const propertyCaseOptions = once(() =>
  z
    .strictObject({ type: propertyCase().optional() })
    .nullish()
    .transform((given): { readonly type: PropertyCase } => ({ type: given?.type ?? 'camel' })),
)

/** The schemes are where the version of OpenAPI has them. */
export const schemesPath = once(() => z.strictObject({ schemesPath: z.string().optional() }).nullish())
