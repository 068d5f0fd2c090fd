/** What gov calls an option of Spectral's or vacuum's that it does not have by that name. */
const linterOptions: Readonly<Record<string, string>> = {
  '-r': '--ruleset-file',
  '--ruleset': '--ruleset-file',
  '-f': '--format',
  '-F': '--fail-on',
  '--fail-severity': '--fail-on',
  '-D': '--severity error',
  '--display-only-failures': '--severity error',
  '-o': '--output',
  '-q': '--quiet',
  '-v': '--verbose',
}

const forgetting = 'Delete the waiver in the config. gov waiver prune removes those that have expired.'

/** Words of a command that other programs have, by the command here. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'gov waiver': { remove: forgetting, rm: forgetting, delete: forgetting },
}

/** What to type instead of a word that other programs know; undefined for any other. */
export function borrowedWordHint(
  command: string,
  what: string,
  has: (option: string) => boolean,
): string | undefined {
  const [, kind, word = ''] = /^unknown (option|command) '([^'=]+)/.exec(what) ?? []
  if (kind === 'command') return words[command]?.[word]
  if (kind === undefined) return undefined
  if (word === '--format' && has('--json')) return 'Pass --json.'
  if (word === '--json' && has('--format')) return 'Pass --format json.'
  const own = command === 'gov check' ? linterOptions[word] : undefined
  return own && `Other linters' ${word} is ${own} here.`
}
