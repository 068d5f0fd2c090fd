import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cleanEnv, projectRoot } from './run-gov.ts'

/** What each shell makes of its script, asked as the shell itself asks for a completion. */
const ways = {
  bash: (words: readonly string[]) => [
    '--norc',
    '-c',
    `source <(gov completion bash)
     COMP_LINE="$1" COMP_POINT=\${#1} COMP_WORDS=(gov) COMP_CWORD=1
     _gov
     printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    ['gov', ...words].join(' '),
  ],
  zsh: (words: readonly string[]) => [
    '-f',
    '-c',
    `compdef() { : }
     source <(gov completion zsh)
     _describe() { print -rl -- "\${(@)values%%:*}" }
     _files() { print -r -- a-file }
     compset() { : }
     words=(gov "$@"); CURRENT=\${#words}
     _gov`,
    'zsh',
    ...words,
  ],
  fish: (words: readonly string[]) => [
    '--no-config',
    '-c',
    `gov completion fish | source; complete -C "$argv[1]" | string split -f1 \\t`,
    ['gov', ...words].join(' '),
  ],
} as const

describe.each(['bash', 'zsh', 'fish'] as const)('in %s', (shell) => {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0

  it.skipIf(!isThere).each([
    ['a command', ['che'], 'check'],
    ['a flag', ['check', '--strictn'], '--strictness'],
    ['a value', ['check', '--format', 'sar'], 'sarif'],
    ['a topic', ['help', 'strict'], 'strictness'],
    ['the format of a report', ['check', '--output', 'sar'], 'sarif='],
  ])('%s is completed', (_name, words, expected) => {
    const { stdout, stderr } = spawnSync(shell, ways[shell](words), {
      cwd: projectRoot,
      env: cleanEnv(),
      encoding: 'utf8',
    })
    expect([stdout.trim(), stderr]).toEqual([expected, ''])
  })

  it.skipIf(!isThere)("files are the shell's own", () => {
    const { stdout } = spawnSync(shell, ways[shell](['ruleset', 'validate', 'tsconf']), {
      cwd: projectRoot,
      env: cleanEnv(),
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe(shell === 'zsh' ? 'a-file' : 'tsconfig.json')
  })

  it.skipIf(!isThere)('files follow the format of a report', () => {
    const { stdout } = spawnSync(shell, ways[shell](['check', '--output', 'sarif=tsconf']), {
      cwd: projectRoot,
      env: cleanEnv(),
      encoding: 'utf8',
    })
    const expected = { bash: 'tsconfig.json', zsh: 'a-file', fish: 'sarif=tsconfig.json' }
    expect(stdout.trim()).toBe(expected[shell])
  })
})

it.skipIf(spawnSync('bash', ['-c', 'true']).status !== 0)(
  'bash gets only what stands after the last colon',
  () => {
    const { stdout } = spawnSync('bash', ways.bash(['explain', 'owasp:api5']), {
      env: cleanEnv(),
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe('api5:2023-admin-security-unique')
  },
)
