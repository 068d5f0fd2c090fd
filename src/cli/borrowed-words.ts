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

const onlyErrors = 'Use --severity error: it lists only errors, and changes no verdict.'

export const borrowedWords: readonly BorrowedWord[] = [
  ...nameWords(['Spectral', 'vacuum'], 'gov check', [['--ruleset', 'Use --ruleset-file, or -r.']]),
  ...nameWords(['Spectral'], 'gov check', [
    ['--display-only-failures, -D', onlyErrors],
    [
      '--format stylish, --format pretty, --format text',
      'Use --format table (the default), or unix for one line an issue.',
    ],
  ]),
  ...nameWords(['Spectral', 'Redocly'], 'gov check', [
    ['--format github-actions', 'Use --format github; a job of GitHub needs no flag.'],
  ]),
  ...nameWords(['Spectral'], 'gov check', [
    ['--format code-climate', 'Use --format gitlab.'],
    ['--ignore-unknown-format', 'Leave it out: a file that is not OpenAPI is an error, exit code 2.'],
    ['--fail-on-unmatched-globs', 'Leave it out: a glob that matches nothing is always an error.'],
    ['--resolver', 'Leave it out: references to URLs need --allow-remote.'],
  ]),
  ...nameWords(['Redocly'], 'gov check', [
    ['--extends', 'Use --ruleset-file with a ruleset that has "extends".'],
    ['--skip-rule', 'Write "RULE: off" under "rules" in the ruleset.'],
    ['--generate-ignore-file', 'Run gov baseline create, which writes .governance-baseline.json.'],
    ['--max-problems', 'Use --limit; the verdict counts all issues.'],
    ['--format codeframe', 'Use --excerpts always.'],
    ['--format codeclimate', 'Use --format gitlab.'],
    ['--lint-config', 'Leave it out: a mistake in a ruleset always ends with exit code 2.'],
  ]),
  ...nameWords(['vacuum'], 'gov check', [
    ['--details, -d', 'Leave it out: each issue is listed.'],
    ['--snippets, -s', 'Use --excerpts always.'],
    ['--errors, -e', onlyErrors],
    ['-n', 'Use --fail-on, or -F.'],
    ['--min-score', 'gov has no score. --max-warn 20 limits warnings.'],
    ['--ignore-file', 'Run gov baseline create, or gov waiver add.'],
    ['--hard-mode', 'Use a ruleset with "extends: [vacuum:all]".'],
    ['--functions', 'Name them under "functions" in the ruleset: JavaScript in the form of Spectral.'],
    ['--original', 'Use --base.'],
  ]),
  ...nameWords(['vacuum'], 'gov', [
    ['html-report', 'gov check FILE --output report.html writes a page.'],
    ['spectral-report', 'gov check FILE --output json=report.json writes a report for programs.'],
    ['language-server', 'gov lsp serves editors.'],
  ]),
  ...nameWords(['Redocly'], 'gov', [
    ['stats, preview, build-docs', 'gov does not render or measure definitions.'],
  ]),
  ...nameWords(['oasdiff'], 'gov', [
    ['changelog', 'gov diff OLD NEW lists what changed.'],
    ['breaking', 'gov diff --only breaking OLD NEW lists breaking changes.'],
  ]),
  ...nameWords(['oasdiff'], 'gov diff', [
    ['--fail-on ERR', 'Use --fail-on breaking.'],
    ['--fail-on INFO', 'Use --fail-on any.'],
    ['--match-path', "Use --path, such as --path '/pets*'."],
    ['--strip-prefix-base', 'Use --strip-prefix.'],
    [
      '--err-ignore, --warn-ignore',
      'Run gov check --base REF --breaking error, which heeds waivers: they have a reason and an end.',
    ],
    ['--severity-levels', 'Set policy.breaking_rules in the config; gov check --base REF heeds it.'],
    [
      '--deprecation-days-stable, --deprecation-days-beta',
      'Set policy.deprecation_days in the config; gov check --base REF heeds it.',
    ],
  ]),
  ...nameWords([], 'gov', [
    [
      'validate',
      'gov check FILE checks OpenAPI files; gov ruleset validate and gov config validate check those.',
    ],
    ['users', 'gov user list lists users.'],
    ['apis', 'gov api list lists saved APIs.'],
    ['rulesets', 'gov ruleset list lists the rulesets of the dashboard.'],
    ['login, auth', 'Set GOV_TOKEN to an access key of the dashboard.'],
  ]),
  ...nameWords([], 'gov report', [['compare', 'gov report diff OLD NEW compares two saved reports.']]),
  ...nameWords([], 'gov waiver', [
    [
      'remove, rm, delete',
      'Delete the waiver in the config. gov waiver prune removes those that have expired.',
    ],
  ]),
  ...nameWords([], 'gov waiver add', [['--file', 'The file has no flag: gov waiver add FILE --rule ID.']]),
]

function nameWords(
  of: BorrowedWord['of'],
  at: string,
  rows: readonly (readonly [words: string, hint: string])[],
): BorrowedWord[] {
  return rows.map(([words, hint]) => ({ of, at, words: words.split(', '), hint }))
}

/** The hint for an option, an option with its value, or a command of other tools; undefined for any other. */
export function findBorrowedHint(command: string, word: string): string | undefined {
  return borrowedWords.find(({ at, words }) => at === command && words.includes(word))?.hint
}
