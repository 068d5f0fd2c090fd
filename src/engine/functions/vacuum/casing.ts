import { z } from 'zod'
import { isRecord } from '../../../core/model/record.ts'

/** The pattern of vacuum's `casing`, and the one string that is allowed besides. */
export function readCasing(options: Readonly<Record<string, unknown>>): {
  readonly expression: RegExp
  readonly allowed: string | undefined
} {
  const digits = options.disallowDigits === true ? '' : '0-9'
  const separator = isRecord(options.separator) ? options.separator : {}
  const char = String(separator.char ?? '')
  const words = buildWords(digits)
  const type = String(options.type)
  const word = isPropertyCase(type) ? words[type] : words.macro
  if (!char) return { expression: new RegExp(`^${word}$`), allowed: undefined }
  const joint = char.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return separator.allowLeading === true
    ? { expression: new RegExp(`^${joint}?${word}(?:${joint}${word})*$`), allowed: char }
    : { expression: new RegExp(`^(?:${word})+(?:${joint}${word})*$`), allowed: undefined }
}

/** The cases, with or without digits. */
function buildWords(digits: string) {
  return {
    camel: `[a-z][a-z${digits}]*(?:[A-Z${digits}](?:[a-z${digits}]+|$))*`,
    pascal: `[A-Z][a-z${digits}]*(?:[A-Z${digits}](?:[a-z${digits}]+|$))*`,
    'pascal-kebab': `[A-Z][a-z${digits}]*(?:-[A-Z][a-z${digits}]*)*`,
    kebab: `[a-z${digits}-]+`,
    cobol: `[A-Z${digits}-]+`,
    snake: `[a-z${digits}_]+`,
    macro: `[A-Z${digits}_]+`,
    flat: `[a-z][a-z${digits}]*`,
  }
}

const ofProperties = buildWords('0-9')

type PropertyCase = keyof typeof ofProperties

function isPropertyCase(name: string): name is PropertyCase {
  return Object.hasOwn(ofProperties, name)
}

/** Other spellings of the cases: `camelCase`, `kebab-case`, `screaming_snake_case`. */
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

const propertyCase = () =>
  z.string().transform((text, context): PropertyCase => {
    const name = text.trim().toLowerCase()
    const found = aliases[name] ?? name
    if (isPropertyCase(found)) return found
    context.addIssue({ code: 'custom', message: 'must be a case such as camel, pascal, kebab or snake' })
    return z.NEVER
  })

export const propertyCaseOptions = () =>
  z
    .strictObject({ type: propertyCase().optional() })
    .nullish()
    .transform((given) => {
      const type = given?.type ?? 'camel'
      return { type, expression: new RegExp(`^${ofProperties[type]}$`) }
    })
