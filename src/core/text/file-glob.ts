/** A glob that cannot be read. The message is the reason. */
export class GlobError extends Error {}

/**
 * Reads a glob over names with `/` between their parts: `*`, `?`, `[a-z]`, `{a,b}`, `**` for any folders, and `!` in
 * front for anything else. One without `/` is matched with the last part alone. Wildcards skip names that begin with
 * a dot. Throws GlobError.
 */
export function compileGlob(glob: string): (name: string) => boolean {
  if (glob.startsWith('!')) {
    const matches = compileGlob(glob.slice(1))
    return (name) => !matches(name)
  }
  if (/[@!+*?]\(/.test(glob)) throw new GlobError('groups such as @(a|b) are not supported: use {a,b}')
  const patterns = expandBraces(glob).map(
    (alternative) => new RegExp(`^${alternative.split('/').map(toPart).join('')}$`),
  )
  const isName = !glob.includes('/')
  return (name) => {
    const subject = isName ? name.slice(name.lastIndexOf('/') + 1) : name
    return patterns.some((pattern) => pattern.test(`/${subject}`))
  }
}

/** At most this many: each pair of braces multiplies. */
const mostGlobs = 100

export function expandBraces(glob: string): string[] {
  let globs = [glob]
  for (let found = findBraces(globs); found; found = findBraces(globs)) {
    const { before, options, after } = found
    globs = [
      ...globs.filter((glob) => glob !== found.glob),
      ...options.map((option) => before + option + after),
    ]
    if (globs.length > mostGlobs) throw new GlobError(`it expands to more than ${mostGlobs} globs`)
  }
  return globs
}

function findBraces(globs: readonly string[]) {
  for (const glob of globs) {
    const [all, inner] = /\{([^{}]*,[^{}]*)\}/.exec(glob) ?? []
    if (all === undefined || inner === undefined) continue
    const start = glob.indexOf(all)
    return {
      glob,
      before: glob.slice(0, start),
      options: inner.split(','),
      after: glob.slice(start + all.length),
    }
  }
  return undefined
}

function toPart(part: string, index: number): string {
  if (part === '**') return '(?:/(?!\\.)[^/]*)*'
  const hidden = /^[*?[]/.test(part) ? '(?!\\.)' : ''
  return `/${hidden}${part === '*' ? '[^/]+' : toStarred(part, index)}`
}

/**
 * Between two `*` the first match is as good as any other. It is taken for good, by a lookahead, so that the time to
 * match grows with the square of the name at most.
 */
function toStarred(part: string, index: number): string {
  const tokens = part.match(/\\.|\[!?[^\]]+\]|[\s\S]/g) ?? []
  const pieces = tokens.map((token) => (token === '*' ? token : toCharacters(token)))
  const [first = '', ...others] = splitAtStars(pieces)
  const last = others.pop()
  const between = others.map((text, at) => `(?=(?<p${index}_${at}>[^/]*?${text}))\\k<p${index}_${at}>`)
  return [first, ...between, ...(last === undefined ? [] : [`[^/]*${last}`])].join('')
}

function splitAtStars(pieces: readonly string[]): string[] {
  const ends = [...pieces.flatMap((piece, at) => (piece === '*' ? [at] : [])), pieces.length]
  return ends.map((end, at) => pieces.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).join(''))
}

function toCharacters(token: string): string {
  if (token === '?') return '[^/]'
  if (token.startsWith('[') && token.length > 1) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
  return token.replace(/^\\(?=.)/, '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
