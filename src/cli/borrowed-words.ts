/** What other tools call by a name that gov does not have, and what to do here. */
interface BorrowedWord {
  /** Nobody: people just try it. */
  readonly of: readonly ('Spectral' | 'Redocly' | 'vacuum' | 'oasdiff')[]
  /** The command here at which it is typed. */
  readonly at: string
  /** Options, options with a value, or commands. */
  readonly words: readonly string[]
  /** A sentence: the hint of the error, and what the page for users of these tools says. */
  readonly hint: string
}

const at = 'gov check'
const onlyErrors = 'Use --severity error: it lists only errors, and changes no verdict.'
const forgetting = 'Delete the waiver in the config. gov waiver prune removes those that have expired.'
const login = 'Set GOV_TOKEN to an access key of the dashboard.'

export const borrowedWords: readonly BorrowedWord[] = [
  { of: ['Spectral', 'vacuum'], at, words: ['--ruleset'], hint: 'Use --ruleset-file, or -r.' },
  { of: ['Spectral'], at, words: ['--display-only-failures', '-D'], hint: onlyErrors },
  {
    of: ['Spectral'],
    at,
    words: ['--format stylish', '--format pretty', '--format text'],
    hint: 'Use --format table (the default), or unix for one line an issue.',
  },
  {
    of: ['Spectral', 'Redocly'],
    at,
    words: ['--format github-actions'],
    hint: 'Use --format github; a job of GitHub needs no flag.',
  },
  { of: ['Spectral'], at, words: ['--format code-climate'], hint: 'Use --format gitlab.' },
  {
    of: ['Spectral'],
    at,
    words: ['--ignore-unknown-format'],
    hint: 'Leave it out: a file that is not OpenAPI is an error, exit code 2.',
  },
  {
    of: ['Spectral'],
    at,
    words: ['--fail-on-unmatched-globs'],
    hint: 'Leave it out: a glob that matches nothing is always an error.',
  },
  {
    of: ['Spectral'],
    at,
    words: ['--resolver'],
    hint: 'Leave it out: references to URLs need --allow-remote.',
  },
  {
    of: ['Redocly'],
    at,
    words: ['--extends'],
    hint: 'Use --ruleset-file with a ruleset that has "extends".',
  },
  { of: ['Redocly'], at, words: ['--skip-rule'], hint: 'Write "RULE: off" under "rules" in the ruleset.' },
  {
    of: ['Redocly'],
    at,
    words: ['--generate-ignore-file'],
    hint: 'Run gov baseline create, which writes .governance-baseline.json.',
  },
  { of: ['Redocly'], at, words: ['--max-problems'], hint: 'Use --limit; the verdict counts all issues.' },
  { of: ['Redocly'], at, words: ['--format codeframe'], hint: 'Use --excerpts always.' },
  { of: ['Redocly'], at, words: ['--format codeclimate'], hint: 'Use --format gitlab.' },
  {
    of: ['Redocly'],
    at,
    words: ['--lint-config'],
    hint: 'Leave it out: a mistake in a ruleset always ends with exit code 2.',
  },
  { of: ['vacuum'], at, words: ['--details', '-d'], hint: 'Leave it out: each issue is listed.' },
  { of: ['vacuum'], at, words: ['--snippets', '-s'], hint: 'Use --excerpts always.' },
  { of: ['vacuum'], at, words: ['--errors', '-e'], hint: onlyErrors },
  { of: ['vacuum'], at, words: ['-n'], hint: 'Use --fail-on, or -F.' },
  { of: ['vacuum'], at, words: ['--min-score'], hint: 'gov has no score. --max-warn 20 limits warnings.' },
  { of: ['vacuum'], at, words: ['--ignore-file'], hint: 'Run gov baseline create, or gov waiver add.' },
  { of: ['vacuum'], at, words: ['--hard-mode'], hint: 'Use a ruleset with "extends: [vacuum:all]".' },
  {
    of: ['vacuum'],
    at,
    words: ['--functions'],
    hint: 'Name them under "functions" in the ruleset: JavaScript in the form of Spectral.',
  },
  { of: ['vacuum'], at, words: ['--original'], hint: 'Use --base.' },
  {
    of: ['vacuum'],
    at: 'gov',
    words: ['html-report'],
    hint: 'gov check FILE --output report.html writes a page.',
  },
  {
    of: ['vacuum'],
    at: 'gov',
    words: ['spectral-report'],
    hint: 'gov check FILE --output json=report.json writes a report for programs.',
  },
  { of: ['vacuum'], at: 'gov', words: ['language-server'], hint: 'gov lsp serves editors.' },
  {
    of: ['Redocly'],
    at: 'gov',
    words: ['stats', 'preview', 'build-docs'],
    hint: 'gov does not render or measure definitions.',
  },
  { of: ['oasdiff'], at: 'gov', words: ['changelog'], hint: 'gov diff OLD NEW lists what changed.' },
  {
    of: ['oasdiff'],
    at: 'gov',
    words: ['breaking'],
    hint: 'gov diff --only breaking OLD NEW lists breaking changes.',
  },
  { of: ['oasdiff'], at: 'gov diff', words: ['--fail-on ERR'], hint: 'Use --fail-on breaking.' },
  { of: ['oasdiff'], at: 'gov diff', words: ['--fail-on INFO'], hint: 'Use --fail-on any.' },
  { of: ['oasdiff'], at: 'gov diff', words: ['--match-path'], hint: "Use --path, such as --path '/pets*'." },
  { of: ['oasdiff'], at: 'gov diff', words: ['--strip-prefix-base'], hint: 'Use --strip-prefix.' },
  {
    of: ['oasdiff'],
    at: 'gov diff',
    words: ['--err-ignore', '--warn-ignore'],
    hint: 'Run gov check --base REF --breaking error, which heeds waivers: they have a reason and an end.',
  },
  {
    of: ['oasdiff'],
    at: 'gov diff',
    words: ['--severity-levels'],
    hint: 'Set policy.breaking_rules in the config; gov check --base REF heeds it.',
  },
  {
    of: ['oasdiff'],
    at: 'gov diff',
    words: ['--deprecation-days-stable', '--deprecation-days-beta'],
    hint: 'Set policy.deprecation_days in the config; gov check --base REF heeds it.',
  },
  {
    of: [],
    at: 'gov',
    words: ['validate'],
    hint: 'gov check FILE checks OpenAPI files; gov ruleset validate and gov config validate check those.',
  },
  { of: [], at: 'gov', words: ['users'], hint: 'gov user list lists users.' },
  { of: [], at: 'gov', words: ['apis'], hint: 'gov api list lists saved APIs.' },
  { of: [], at: 'gov', words: ['rulesets'], hint: 'gov ruleset list lists the rulesets of the dashboard.' },
  { of: [], at: 'gov', words: ['login', 'auth'], hint: login },
  {
    of: [],
    at: 'gov report',
    words: ['compare'],
    hint: 'gov report diff OLD NEW compares two saved reports.',
  },
  { of: [], at: 'gov waiver', words: ['remove', 'rm', 'delete'], hint: forgetting },
  {
    of: [],
    at: 'gov waiver add',
    words: ['--file'],
    hint: 'The file has no flag: gov waiver add FILE --rule ID.',
  },
]

/** The hint for an option, an option with its value, or a command of other tools; undefined for any other. */
export function findBorrowedHint(command: string, word: string): string | undefined {
  return borrowedWords.find(({ at, words }) => at === command && words.includes(word))?.hint
}
