import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api, config, folders, outcome, repository, rules } from './hook-repository.ts'
import { runShell } from './run-gov.ts'

const theirs =
  '#!/bin/bash\nset -euo pipefail\nwhile read -r line; do echo "saw $line"; done\necho "for $1"\n'

const system = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin'

it.each([
  ['nowhere', [], {}, true],
  ['on the PATH', ['bin/gov'], {}, false],
  ['in node_modules', ['node_modules/.bin/gov'], {}, false],
  ['where only npx sees it', ['tmp/node_modules/.bin/gov'], { npm_command: 'exec' }, true],
  [
    'where only npx sees it, and on the PATH',
    ['tmp/node_modules/.bin/gov', 'bin/gov'],
    { npm_command: 'exec' },
    false,
  ],
])('an install says whether the hook will find gov: %s', async (_, files, env, isWarned) => {
  const { cwd, sh, write } = await repository()
  for (const file of files) write(file, '#!/bin/sh\n')
  const paths = ['bin', 'tmp/node_modules/.bin'].map((folder) => join(cwd, folder))
  const PATH = [...paths, system].join(':')
  const { exitCode, stderr } = await sh('gov hook install', { PATH, ...env })
  expect(exitCode).toBe(0)
  const said = stderr.replaceAll(/\s+/g, ' ')
  const warning = /blocks each push until it is: npm install --save-dev \S/
  if (isWarned) expect(said).toMatch(warning)
  else expect(said).not.toMatch(warning)
})

it('prints a line where the check passes, and all where it fails', async () => {
  const { sh, write } = await repository()
  await sh('gov hook install --type pre-commit && git add -A')
  const passed = await sh('git commit -qm one --allow-empty')
  expect([passed.exitCode, passed.stdout + passed.stderr]).toEqual([
    0,
    expect.stringMatching(/^PASS {2}.*\n$/),
  ])
  write('openapi.yaml', api)
  const failed = await sh('git commit -qam two')
  expect(failed.exitCode).not.toBe(0)
  expect(failed.stdout + failed.stderr).toMatch(/^openapi\.yaml\nSEVERITY[\s\S]*RULESET[\s\S]*FAIL/)
})

describe('a hook that is there', () => {
  it('runs after the check, with the same arguments and input, and decides as before', async () => {
    const { cwd, sh, write, read } = await repository()
    write('.git/hooks/pre-push', `${theirs}exit 3\n`)
    chmodSync(join(cwd, '.git/hooks/pre-push'), 0o755)
    await sh('gov hook install')
    const { exitCode, stdout, stderr } = await sh('git push origin main')
    expect(stdout + stderr).toMatch(
      /PASS {2}[\s\S]*saw refs\/heads\/main [0-9a-f]{40} refs\/heads\/main 0{40}\nfor origin/,
    )
    expect(exitCode).not.toBe(0)
    await sh('gov hook uninstall')
    expect(read('.git/hooks/pre-push')).toBe(`${theirs}exit 3\n`)
  })

  it('does not take the place of the check by ending early', async () => {
    const { cwd, sh, write } = await repository()
    write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
    chmodSync(join(cwd, '.git/hooks/pre-push'), 0o755)
    await sh('gov hook install')
    write('openapi.yaml', api)
    expect(outcome(await sh('git commit -qam two && git push origin main')).code).toBe('1')
  })

  it('of another language is refused, and with --force is kept and started', async () => {
    const { cwd, sh, write, read } = await repository()
    const script = '#!/usr/bin/env node\nconsole.log("node hook for " + process.argv[2])\nprocess.exit(4)\n'
    write('.git/hooks/pre-push', script)
    chmodSync(join(cwd, '.git/hooks/pre-push'), 0o755)
    const refused = await sh('gov hook install')
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('is not a shell script')])
    expect(read('.git/hooks/pre-push')).toBe(script)
    expect((await sh('gov hook install --force && gov hook install')).exitCode).toBe(0)
    const { exitCode, stdout } = await sh('git push origin main')
    expect([exitCode === 0, stdout]).toEqual([
      false,
      expect.stringMatching(/PASS[\s\S]*node hook for origin/),
    ])
    await sh('gov hook uninstall')
    expect(read('.git/hooks/pre-push')).toBe(script)
    expect(existsSync(join(cwd, '.git/hooks/pre-push.before-gov'))).toBe(false)
  })

  it.each([
    ['#!/bin/sh\r\nexit 0\r\n', 2],
    ['#!/bin/sh\nexit 0 # \r\n', 0],
    ['echo\r\n#!/bin/sh\r\n', 0],
  ])('%j is refused where git cannot run it (%i)', async (text, code) => {
    const { cwd, sh, write } = await repository()
    write('.git/hooks/pre-push', text)
    chmodSync(join(cwd, '.git/hooks/pre-push'), 0o755)
    expect((await sh('gov hook install')).exitCode).toBe(code)
  })

  it('that git does not run is refused', async () => {
    const { sh, write } = await repository()
    write('.git/hooks/pre-push', theirs)
    const { exitCode, stderr } = await sh('gov hook install')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('it is not executable')])
  })

  it('that starts itself again, as those of husky 8 do, is checked once', async () => {
    const { cwd, sh, write } = await repository()
    write('.husky/_/husky.sh', 'if [ -z "$again" ]; then export again=1; sh -e "$0" "$@"; exit $?; fi\n')
    write('.husky/pre-push', '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\ncat\n')
    chmodSync(join(cwd, '.husky/pre-push'), 0o755)
    await sh('git config core.hooksPath .husky && gov hook install')
    const finished = await sh('git push origin main')
    expect(outcome(finished)).toEqual({ ran: 1, pushed: true, code: undefined })
    expect(finished.stdout).toContain('refs/heads/main')
  })
})

describe('where hooks live', () => {
  it('husky 9 runs files beside its own folder', async () => {
    const { cwd, sh, write, read } = await repository()
    write(
      '.husky/_/h',
      's=$(dirname "$(dirname "$0")")/$(basename "$0")\n[ -f "$s" ] || exit 0\nsh -e "$s" "$@"\n',
    )
    write('.husky/_/pre-push', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n')
    chmodSync(join(cwd, '.husky/_/pre-push'), 0o755)
    write('.husky/pre-push', 'echo theirs\n')
    await sh('git config core.hooksPath .husky/_ && gov hook install')
    expect(read('.husky/pre-push')).toMatch(/gov hook >>>[\s\S]*echo theirs\n$/)
    const finished = await sh('git push origin main')
    expect(outcome(finished)).toEqual({ ran: 1, pushed: true, code: undefined })
    expect(finished.stdout).toContain('theirs')
  })

  it('a folder of the repository is found from below, and the check runs where it was installed', async () => {
    const { sh, write } = await repository()
    for (const [name, text] of Object.entries({
      'openapi.yaml': api,
      'rules.yaml': rules,
      '.governance.yml': config,
    }))
      write(`it's a service/${name}`, text)
    await sh('git config core.hooksPath hooks && git add -A && git commit -qm two')
    const { stderr } = await sh('cd "it\'s a service" && gov hook install')
    expect(stderr).toContain('hooks/pre-push: gov check runs before each push')
    expect(outcome(await sh('git push origin main'))).toEqual({ ran: 1, pushed: false, code: '1' })
    expect(outcome(await sh("echo '# x' >>notes.yaml && git push origin main")).code).toBe('1')
  })

  it('a linked work tree has those of its repository', async () => {
    const { sh } = await repository()
    await sh('git worktree add -q ../linked -b linked && cd ../linked && gov hook install')
    const broken = `cd ../linked && printf '%s' '${api}' >openapi.yaml && git commit -qam two && git push origin linked`
    expect(outcome(await sh(broken)).code).toBe('1')
    expect((await sh('gov doctor')).stdout).toContain('hook         pre-push runs gov check\n')
  })

  it('a folder that serves every repository is refused', async () => {
    const { sh } = await repository()
    const { exitCode, stderr } = await sh('git config --global core.hooksPath ~/hooks && gov hook install')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('(core.hooksPath)')])
    expect((await sh('ls ~/hooks')).exitCode).not.toBe(0)
  })

  it.each(['install', 'uninstall'])('gov hook %s outside of a repository is refused', async (verb) => {
    const folder = mkdtempSync(join(tmpdir(), 'gov-hook-'))
    folders.push(folder)
    const { exitCode, stderr } = await runShell(`gov hook ${verb}`, { cwd: folder })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error: not in a git work tree')])
  })
})

describe('gov hook', () => {
  it('tells how the hooks stand, through a whole life', async () => {
    const { sh, write, read } = await repository()
    const status = async () => {
      const { findings } = JSON.parse((await sh('gov doctor --format json')).stdout)
      return findings.flatMap(({ name, message }: Readonly<Record<string, string>>) =>
        name === 'hook' ? [message] : [],
      )
    }
    expect(await status()).toEqual([])
    await sh('gov hook install && gov hook install')
    expect(await status()).toEqual(['pre-push runs gov check'])
    expect(read('.git/hooks/pre-push').match(/>>> gov hook >>>/g)).toHaveLength(1)
    write('.git/hooks/pre-push', read('.git/hooks/pre-push').replace('set +u', 'set +u  # older'))
    expect(await status()).toEqual([
      'pre-push runs gov check, but was written by another version or for another folder',
    ])
    await sh('gov hook install && chmod -x .git/hooks/pre-push')
    expect(await status()).toEqual([expect.stringContaining('so git does not run it')])
    expect((await sh('gov hook uninstall')).stderr).toBe(
      '.git/hooks/pre-push: check removed\n.git/hooks/pre-commit: has no check\n',
    )
    expect(await status()).toEqual([])
  })

  it('warns where there is no config', async () => {
    const { sh } = await repository()
    const { exitCode, stderr } = await sh(
      'git rm -q --cached .governance.yml && rm .governance.yml && gov hook install',
    )
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^warning: there is no config here yet/)])
  })
})

describe('gov init', () => {
  it('adds the hook with --hook', async () => {
    const { sh } = await repository()
    const { exitCode, stderr } = await sh('rm .governance.yml && gov init --yes --hook')
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('.governance.yml, .git/hooks/pre-push.\n'),
    ])
    expect((await sh('gov doctor')).stdout).toContain('hook         pre-push runs gov check\n')
  })

  it.each([
    ['in no repository', 'cd "$(mktemp -d)" && cp "$OLDPWD/openapi.yaml" .', 'not in a git work tree'],
    ['where it would break a hook', 'echo "#!/usr/bin/perl" >.git/hooks/pre-push', 'is not a shell script'],
  ])('writes nothing with --hook %s', async (_, before, message) => {
    const { sh } = await repository()
    const line = `rm .governance.yml && ${before} && gov init --yes --hook; code=$?; ls -A; exit $code`
    const { exitCode, stdout, stderr } = await sh(line)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stdout).not.toContain('.governance.yml')
  })
})
