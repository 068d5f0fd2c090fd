import { isRecord } from '../../../model/record.ts'

/** What a text must match in vacuum's `casing`, and the one text that is allowed besides. */
export function casingAsVacuum(options: Readonly<Record<string, unknown>>): {
  readonly expression: RegExp
  readonly allowed: string | undefined
} {
  const digits = options.disallowDigits === true ? '' : '0-9'
  const { char, allowLeading } = separatorOf(options)
  const word = wordOf(String(options.type), digits)
  if (!char) return { expression: new RegExp(`^${word}$`), allowed: undefined }
  const joint = char.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return allowLeading
    ? { expression: new RegExp(`^${joint}?${word}(?:${joint}${word})*$`), allowed: char }
    : { expression: new RegExp(`^(?:${word})+(?:${joint}${word})*$`), allowed: undefined }
}

function separatorOf(options: Readonly<Record<string, unknown>>): {
  readonly char: string
  readonly allowLeading: boolean
} {
  const separator = isRecord(options.separator) ? options.separator : {}
  return { char: String(separator.char ?? ''), allowLeading: separator.allowLeading === true }
}

function wordOf(type: string, digits: string): string {
  const humps = `[a-z${digits}]*(?:[A-Z${digits}](?:[a-z${digits}]+|$))*`
  switch (type) {
    case 'flat':
      return `[a-z][a-z${digits}]*`
    case 'camel':
      return `[a-z]${humps}`
    case 'pascal':
      return `[A-Z]${humps}`
    case 'kebab':
      return `[a-z${digits}-]+`
    case 'snake':
      return `[a-z${digits}_]+`
    case 'cobol':
      return `[A-Z${digits}-]+`
    default:
      return `[A-Z${digits}_]+`
  }
}
