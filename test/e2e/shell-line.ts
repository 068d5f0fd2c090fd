/** A command of a shell line. */
export interface Step {
  /** Run it only if the one before it passed. */
  readonly and: boolean
  /** The line as a shell reads it; for `gov`, up to where its output goes. */
  readonly text: string
  /** What `gov` writes to: a shell line that reads it, or a file. */
  readonly pipe?: string | undefined
  readonly into?: string | undefined
}

export interface Words {
  readonly assigned: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

const part = /&&|;|\|(?!\|)|(?<!\d)>>?|'[^'$]*'|"(?:[^"$`\\]|\$\?)*"|[\w@%+=:,./-]+|[ \t]+/gy
const word = /(?:'[^']*'|"[^"]*"|[^ \t'"])+/g
const apart = 'cat cp cut echo grep head ls mkdir mv printf rm sed sort tail test touch true wc'.split(' ')

/**
 * The commands of a line that holds nothing but words, quotes, `;`, `&&`, and a `|` or `>` behind a command; undefined:
 * only a shell can run it.
 */
export function stepsOf(line: string): readonly Step[] | undefined {
  const steps: Step[] = []
  let [and, tokens]: [boolean, string[]] = [false, []]
  for (const token of [...(tokensOf(line) ?? []), ';']) {
    if (token !== ';' && token !== '&&') {
      tokens.push(token)
      continue
    }
    const step = stepOf(and, tokens)
    if (step === undefined) return undefined
    steps.push(step)
    ;[and, tokens] = [token === '&&', []]
  }
  return steps
}

function stepOf(and: boolean, tokens: readonly string[]): Step | undefined {
  const whole = tokens.join('').trim()
  const [name = ''] = wordsOf(whole).words
  if (apart.includes(name)) return { and, text: whole }
  const at = tokens.findIndex((token) => /^[|>]/.test(token))
  if (name !== 'gov') return undefined
  if (at === -1) return { and, text: whole }
  const [text, to] = [tokens.slice(0, at), tokens.slice(at + 1)].map((part) => part.join('').trim())
  if (tokens[at] === '|') return { and, text: text ?? '', pipe: to }
  return tokens[at] === '>' && /^[\w.-]+$/.test(to ?? '') ? { and, text: text ?? '', into: to } : undefined
}

function tokensOf(line: string): string[] | undefined {
  const tokens = line.match(part) ?? []
  return tokens.join('') === line ? tokens : undefined
}

/** What the shell would give to a program: leading assignments, and words without their quotes. */
export function wordsOf(text: string): Words {
  const words = (text.match(word) ?? []).map((each) => each.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  const first = words.findIndex((each) => !/^\w+=/.test(each))
  const assigned = words.slice(0, first).map((each) => /^(\w+)=([\s\S]*)$/.exec(each)?.slice(1) ?? [])
  return { assigned: Object.fromEntries(assigned), words: words.slice(first) }
}
