const deepest = 300

/**
 * Whether a text might be nested so deep that the YAML parser, which calls itself for each level, runs out of stack: that
 * ends the process. Brackets in quotes count, too: more than enough are left.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [char] of text.matchAll(/[[\]{}]/g)) {
    depth = char === '[' || char === '{' ? depth + 1 : Math.max(depth - 1, 0)
    if (depth > deepest) return true
  }
  return hasDeepLine(text)
}

/** Levels that need no brackets are columns: `- - -`, `? ? ?`, or spaces. */
function hasDeepLine(text: string): boolean {
  return /^[ \t]*(?:[-?:][ \t]+){300}/m.test(text) || /^[ \t]{600}/m.test(text)
}
