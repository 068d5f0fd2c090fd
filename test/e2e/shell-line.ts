/** A command of a shell line. */
export interface Step {
  /** Run it only if the one before it passed. */
  readonly and: boolean
  /** The line as a shell reads it. */
  readonly text: string
}

export interface Words {
  readonly assigned: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

const part = /&&|;|'[^'$]*'|"(?:[^"$`\\]|\$\?)*"|[\w@%+=:,./-]+|[ \t]+/gy
const word = /(?:'[^']*'|"[^"]*"|[^ \t'"])+/g
const apart = ['cat', 'echo', 'grep', 'head', 'ls', 'mkdir', 'rm', 'tail', 'test', 'wc']

/** The commands of a line that holds nothing but words, quotes, `;` and `&&`; undefined: only a shell can run it. */
export function stepsOf(line: string): readonly Step[] | undefined {
  const steps: Step[] = []
  let [and, text] = [false, '']
  for (const token of tokensOf(line) ?? []) {
    if (token !== ';' && token !== '&&') {
      text += token
      continue
    }
    steps.push({ and, text: text.trim() })
    ;[and, text] = [token === '&&', '']
  }
  steps.push({ and, text: text.trim() })
  return steps.every(({ text: each }) => isKnown(each)) ? steps : undefined
}

function tokensOf(line: string): string[] | undefined {
  const tokens = line.match(part) ?? []
  return tokens.join('') === line ? tokens : undefined
}

function isKnown(text: string): boolean {
  const [name = ''] = wordsOf(text).words
  return name === 'gov' || apart.includes(name)
}

/** What the shell would give to a program: leading assignments, and words without their quotes. */
export function wordsOf(text: string): Words {
  const words = (text.match(word) ?? []).map((each) => each.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  const first = words.findIndex((each) => !/^\w+=/.test(each))
  const assigned = words.slice(0, first).map((each) => /^(\w+)=([\s\S]*)$/.exec(each)?.slice(1) ?? [])
  return { assigned: Object.fromEntries(assigned), words: words.slice(first) }
}
