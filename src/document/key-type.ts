import type { KeyFault } from './key-fault.ts'

/** What YAML's core schema makes of a key without quotes, where that is no text. */
export function keyType(key: string): Exclude<KeyFault['kind'], 'repeated'> | undefined {
  if (/^(?:~|null|Null|NULL)$/.test(key)) return 'null'
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(key)) return 'boolean'
  const isNumber =
    /^[-+]?(?:\d+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))$/.test(
      key,
    )
  return isNumber || /^\.(?:nan|NaN|NAN)$/.test(key) ? 'number' : undefined
}
