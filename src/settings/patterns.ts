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

export const durationPattern = '^[0-9]{1,9}(?:ms|s|m)$'

export const dayPattern = '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$'

/** A token of HTTP other than `taken`, in any case: a pattern of a JSON Schema has no flags. */
export function headerNamePattern(taken: string): string {
  const inAnyCase = taken.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
  return `^(?!${inAnyCase})[!#$%&'*+.^_\`|~0-9a-zA-Z-]+$`
}

export const headerValuePattern = String.raw`^(?=[\s\S]*\S)[\u0009\u0020-\u007e\u0080-\u00ff]+$`
