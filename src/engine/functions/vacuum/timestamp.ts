/** Text that vacuum's reader of YAML takes for a point in time, unless it is quoted. */
export function isTimestamp(written: string): boolean {
  return pattern.test(written)
}

const pattern =
  /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?$/
