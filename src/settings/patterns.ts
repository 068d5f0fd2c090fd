/**
 * What the checks of the config accept, as patterns for the JSON Schema that editors read. The checks decide; a pattern
 * may let through what only they can tell (a port above 65535), and must never refuse what they accept.
 */

const control = String.raw`\u0000-\u001f\u007f-\u009f`

/** Says something, has no blank at either end and no control character. */
export const textPattern = String.raw`^(?!\s)(?![\s\S]*\s$)[^${control}]+$`

/** An http(s) address without credentials, query or fragment. */
export const addressPattern = String.raw`^[hH][tT][tT][pP][sS]?:\/\/(?![^/]*@)[^\s\\?#${control}]+$`
export const urlPattern = `^embedded$|${addressPattern}`

export const productPattern = '^[a-zA-Z][a-zA-Z0-9-]*$'

/** From 1 to 24 hours of each unit, in up to nine digits. */
export const durationPattern =
  '^(?=[0-9]{1,9}[ms])0*(?:' +
  '(?:[1-9][0-9]{0,6}|[1-7][0-9]{7}|8[0-5][0-9]{6}|86[0-3][0-9]{5}|86400000)ms|' +
  '(?:[1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)s|' +
  '(?:[1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)m)$'

export const dayPattern = '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$'

/** A token of HTTP that is none of `taken`, in any case: a pattern of a JSON Schema has no flags. */
export function headerNamePattern(taken: string): string {
  const inAnyCase = taken.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
  return `^(?!${inAnyCase})[!#$%&'*+.^_\`|~0-9a-zA-Z-]+$`
}

export const headerValuePattern = String.raw`^(?=[\s\S]*\S)[\u0009\u0020-\u007e\u0080-\u00ff]+$`
