import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Finished, runShell } from './run-gov.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface Repository {
  readonly cwd: string
  /** A shell line in the work tree, in which `gov` is the built program. */
  readonly sh: (line: string, env?: Readonly<Record<string, string>>) => Promise<Finished>
  readonly write: (name: string, text: string) => void
  readonly read: (name: string) => string
}

const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const good = api.replace('title: Orders', 'title: Orders, description: Orders of the shop')
const rules =
  'rules: { described: { given: $.info, severity: error, then: { field: description, function: truthy } } }\n'
const config = 'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\n'

/** A work tree with a config and a bare remote; nothing is pushed yet. All are copies of one: git takes many processes. */
async function repository(): Promise<Repository> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-hook-'))
  folders.push(folder)
  template ??= makeRepository()
  cpSync(await template, folder, { recursive: true })
  return repositoryIn(folder)
}

let template: Promise<string> | undefined

async function makeRepository(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-hooks-'))
  const { cwd, sh, write } = repositoryIn(folder)
  mkdirSync(cwd)
  mkdirSync(join(folder, 'template/hooks'), { recursive: true })
  writeFileSync(
    join(folder, 'gitconfig'),
    '[user]\nname = a\nemail = a@example.com\n[init]\ndefaultBranch = main\n[advice]\ndetachedHead = false\n[maintenance]\nauto = false\n[gc]\nauto = 0\n[receive]\nautogc = false\n',
  )
  await sh('git init -q && git init -q --bare ../remote.git && git remote add origin ../remote.git')
  write('openapi.yaml', good)
  write('rules.yaml', rules)
  write('.governance.yml', config)
  write('notes.txt', 'one\n')
  await sh('git add -A && git commit -qm one')
  return folder
}

function repositoryIn(folder: string): Repository {
  const cwd = join(folder, 'work tree')
  const gitEnv = {
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    // Without git's examples of hooks.
    GIT_TEMPLATE_DIR: join(folder, 'template'),
    HOME: folder,
  }
  const sh: Repository['sh'] = (line, env = {}) => runShell(line, { cwd, env: { ...gitEnv, ...env } })
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return { cwd, sh, write, read: (name) => readFileSync(join(cwd, name), 'utf8') }
}

async function withHook(type = 'pre-push'): Promise<Repository> {
  const made = await repository()
  expect((await made.sh(`gov hook install --type ${type}`)).exitCode).toBe(0)
  return made
}

const stopped = /gov: (?:push|commit) blocked: gov check exited (\d+)/
const verdicts = (text: string) => [...text.matchAll(/^(?:PASS|FAIL) {2}/gm)].length

/** How often the check ran, whether the push went through, and with which exit code it was stopped. */
function outcome({ exitCode, stdout, stderr }: Finished) {
  return { ran: verdicts(stdout + stderr), pushed: exitCode === 0, code: stopped.exec(stderr)?.[1] }
}

/** A PATH of all programs but `gov`, wherever one is installed. */
function withoutGov(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-path-'))
  folders.push(folder)
  const places = ['/usr/local/bin', '/usr/bin', '/bin'].filter((place) => existsSync(place))
  for (const place of places)
    for (const name of readdirSync(place).filter((each) => each !== 'gov' && !existsSync(join(folder, each))))
      symlinkSync(join(place, name), join(folder, name))
  return folder
}

describe('the hook before a push', () => {
  it.each<[string, string, ReturnType<typeof outcome>]>([
    ['a first push is checked', 'git push origin main', { ran: 1, pushed: true, code: undefined }],
    [
      'a definition that fails stops it',
      `printf '%s' '${api}' >openapi.yaml && git commit -qam two && git push origin main`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'and not with --no-verify',
      `printf '%s' '${api}' >openapi.yaml && git commit -qam two && git push --no-verify origin main`,
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a config that cannot be read stops it, with its own exit code',
      "echo 'version: 9' >.governance.yml && git commit -qam two && git push origin main",
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'so does a definition that is fixed in the work tree and not in the commit',
      `cp openapi.yaml good && printf '%s' '${api}' >openapi.yaml && git commit -qam two && mv good openapi.yaml && git push origin main`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'one that is broken in the work tree alone stops nothing',
      "echo '{' >openapi.yaml && git push origin main",
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a file that is there and not in the commit is not seen',
      'git rm -q --cached rules.yaml && git commit -qm two && git push origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'two branches with the same files are checked once',
      'git branch other && git push origin main other',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'each of two branches with other files is checked',
      'git checkout -qb other && echo "# x" >>openapi.yaml && git commit -qam two && git push origin main other',
      { ran: 2, pushed: true, code: undefined },
    ],
    [
      'an annotated tag is checked',
      'git tag -am v1 v1 && git push origin v1',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a ref without files is not',
      'git tag blob $(git rev-parse HEAD:notes.txt) && git push origin blob',
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a push to an address is checked',
      'git push ../remote.git main',
      { ran: 1, pushed: true, code: undefined },
    ],
  ])('%s', async (_, line, expected) => {
    const { sh } = await withHook()
    expect(outcome(await sh(line))).toEqual(expected)
  })

  it.each<[string, string, ReturnType<typeof outcome>]>([
    ['nothing new', 'git push origin main', { ran: 0, pushed: true, code: undefined }],
    [
      'no YAML and no JSON',
      'echo two >>notes.txt && git commit -qam two && git push origin main',
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a new branch without YAML and JSON',
      'git checkout -qb b && echo two >>notes.txt && git commit -qam two && git push origin b',
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a lock file of packages',
      'echo "{}" >package-lock.json && git add -A && git commit -qm two && git push origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a deletion',
      'git push origin HEAD:gone && git push origin :gone',
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'another ruleset',
      'echo "# x" >>rules.yaml && git commit -qam two && git push origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a file in capitals',
      'echo "{}" >A.JSON && git add -A && git commit -qm two && git push origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'history that is rewritten',
      `printf '%s' '${api}' >openapi.yaml && git commit -qa --amend -m two && git push --force origin main`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'history that is not known here',
      'git clone -q ../remote.git ../other && (cd ../other && echo x >x && git add x && git commit -qm x && git push -q) && echo y >y && git add y && git commit -qm y && git push --force origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a merge that brings a file',
      `git checkout -qb b && printf '%s' '${api}' >openapi.yaml && git commit -qam b && git checkout -q main && git merge -q --no-ff b -m m && git push origin main`,
      { ran: 1, pushed: false, code: '1' },
    ],
  ])('of a branch that is there, with %s', async (_, line, expected) => {
    const { sh } = await withHook()
    await sh('git push -q --no-verify origin main')
    expect(outcome(await sh(line))).toEqual(expected)
  })

  it.each(['--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs'])(
    'checks the same under git %s',
    async (flag) => {
      const { sh, write } = await withHook()
      write('openapi.yaml', api)
      await sh('git commit -qam bad')
      expect((await sh(`git ${flag} push -q origin main`)).exitCode).toBe(1)
    },
  )

  it.each<[string, string]>([
    ['a file that git assumes unchanged', 'git update-index --assume-unchanged openapi.yaml'],
    ['a file that is not in the work tree', 'git update-index --skip-worktree openapi.yaml'],
  ])('checks what the commit holds of %s', async (_, hide) => {
    const { sh, write } = await withHook()
    write('openapi.yaml', api)
    await sh(`git commit -qam bad && ${hide}`)
    write('openapi.yaml', good)
    expect((await sh('git push -q origin main')).exitCode).toBe(1)
  })

  it('takes no config and no file that git ignores', async () => {
    const { sh, write } = await withHook()
    write('.gitignore', 'part.yaml\n')
    write('openapi.yaml', good.replace('paths: {}', 'paths: { /a: { $ref: part.yaml } }'))
    await sh('git add -A && git commit -qm part')
    write('part.yaml', 'get: {}\n')
    expect((await sh('git push -q origin main')).exitCode).not.toBe(0)
  })

  it('checks a definition whose name ends as that of a lock file', async () => {
    const { sh, write } = await withHook()
    write('.governance.yml', config.replace('openapi.yaml', 'api-package-lock.json'))
    write(
      'api-package-lock.json',
      '{"openapi":"3.1.0","info":{"title":"a","version":"1","description":"b"},"paths":{}}',
    )
    await sh('git add -A && git commit -qm lock && git push -q origin main')
    write('api-package-lock.json', '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}')
    await sh('git commit -qam bad')
    expect((await sh('git push -q origin main')).exitCode).toBe(1)
  })

  it('checks when a symbolic link leads elsewhere', async () => {
    const { sh, write } = await withHook()
    write('good/a.yaml', good)
    write('bad/a.yaml', api)
    write('.governance.yml', config.replace('openapi.yaml', 'now/a.yaml'))
    const first = await sh('ln -s good now && git add -A && git commit -qm link && git push -q origin main')
    expect(first.exitCode).toBe(0)
    await sh('ln -sfn bad now && git commit -qam bad')
    expect((await sh('git push -q origin main')).exitCode).toBe(1)
  })

  it('starts nothing of ours when nothing changed, and says so when it is not found', async () => {
    const { sh, write } = await withHook()
    await sh('git push -q --no-verify origin main')
    const path = { PATH: withoutGov() }
    write('notes.txt', 'two\n')
    expect((await sh('git commit -qam two && git push -q origin main', path)).exitCode).toBe(0)
    write('openapi.yaml', `${good}# x\n`)
    const { exitCode, stderr } = await sh('git commit -qam three && git push -q origin main', path)
    expect([exitCode === 0, stderr]).toEqual([
      false,
      expect.stringContaining('the pre-push hook cannot find gov'),
    ])
  })

  it('takes the gov of node_modules before the one on the PATH', async () => {
    const { cwd, sh, write } = await withHook()
    write('.gitignore', 'node_modules\n')
    write('node_modules/.bin/gov', '#!/bin/sh\necho own gov: "$@"\nexit 5\n')
    chmodSync(join(cwd, 'node_modules/.bin/gov'), 0o755)
    const { stdout, stderr } = await sh('git push origin main')
    expect(stdout).toContain('own gov: check --ci none')
    expect(stopped.exec(stderr)?.[1]).toBe('5')
  })

  it('leaves no folder behind', async () => {
    const { cwd, sh } = await withHook()
    await sh("mkdir ../tmp && echo '{' >openapi.yaml")
    const finished = await sh('TMPDIR=$(cd ../tmp && pwd) git push origin main && ls -A ../tmp')
    expect(outcome(finished).ran).toBe(1)
    expect(finished.stdout.split('\n').slice(-2)).toEqual([expect.stringMatching(/^PASS/), ''])
    expect(existsSync(join(dirname(cwd), 'tmp'))).toBe(true)
  })
})

const ran = { ran: 1, pushed: false, code: '1' }
const lockConfig = config.replace('openapi.yaml', 'package-lock.json')
const lockNamed = (info: string) => `{"openapi":"3.1.0","info":{"title":"a","version":"1"${info}},"paths":{}}`
const withFunction = `functions: [described]
rules: { described: { given: $.info, severity: error, then: { function: described } } }
`
const bump = 'git update-index --cacheinfo 160000,$(git -C part rev-parse HEAD~1),part'
const inSubmodule = {
  '.gitmodules': '[submodule "part"]\npath = part\nurl = ../sub\n',
  '.governance.yml': config.replace('openapi.yaml', '"**/*api.yaml"'),
}
const addSubmodule = `git init -q part && printf '%s' '${good}' >part/api.yaml && git -C part add -A && git -C part commit -qm a && git add -A && git commit -qm sub`
const commitBad = `printf '%s' '${api}' >openapi.yaml && git commit -qam bad`

describe('what a push changes without a change of what is looked at first', () => {
  it.each<[string, Readonly<Record<string, string>>, string, string, ReturnType<typeof outcome>]>([
    [
      'a file that another takes the place of here',
      {},
      'true',
      `${commitBad} && git replace HEAD:openapi.yaml HEAD~1:openapi.yaml && git push -q origin main`,
      ran,
    ],
    [
      'a submodule whose changes the commit says to ignore',
      { '.gitmodules': '[submodule "part"]\npath = part\nurl = ../sub\nignore = all\n' },
      'git init -q part && git -C part commit -q --allow-empty -m a && git -C part commit -q --allow-empty -m b && git add -A && git commit -qm sub',
      `${bump} && git commit -qm bump && git push origin main`,
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a definition with the name of a lock file',
      { '.governance.yml': lockConfig, 'package-lock.json': lockNamed(',"description":"b"') },
      'git add -A && git commit -qm lock',
      `printf '%s' '${lockNamed('')}' >package-lock.json && git commit -qam bad && git push -q origin main`,
      ran,
    ],
    [
      'a function of a ruleset',
      { 'functions/described.js': 'export default () => undefined\n', 'rules.yaml': withFunction },
      'git add -A && git commit -qm functions',
      `echo 'export default () => [{ message: "bad" }]' >functions/described.js && git commit -qam bad && git push -q origin main`,
      ran,
    ],
    [
      'a push whose input another hook has read',
      {},
      'true',
      `${commitBad} && sh .git/hooks/pre-push origin ../remote.git </dev/null`,
      ran,
    ],
    [
      'a link to a file that the commit lacks',
      {},
      'true',
      'cp openapi.yaml ../outside.yaml && ln -sf "$(cd .. && pwd)/outside.yaml" openapi.yaml && git commit -qam link && git push -q origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'a link that goes up to such a file',
      {},
      'true',
      'cp openapi.yaml ../outside.yaml && ln -sf "../../../../../../../../..$(cd .. && pwd)/outside.yaml" openapi.yaml && git commit -qam link && git push -q origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'a link out of the commit that a glob finds',
      { '.governance.yml': config.replace('openapi.yaml', '"*api.yaml"') },
      'git commit -qam glob',
      'ln -s "$(cd .. && pwd)/other.yaml" linked-api.yaml && git add -A && git commit -qm link && git push -q origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'a config without an extension',
      { 'svc/.governancerc': config, 'svc/openapi.yaml': good, 'svc/rules.yaml': rules },
      'git add -A && git commit -qm rc && cd svc && gov hook install && cd ..',
      `printf '%s' '${api}' >svc/openapi.yaml && git commit -qam bad && git push -q origin main`,
      ran,
    ],
    [
      'a definition in a submodule',
      inSubmodule,
      addSubmodule,
      `printf '%s' '${api}' >part/api.yaml && git -C part commit -qam bad && git commit -qam bump && git push -q origin main`,
      ran,
    ],
    [
      'a submodule that is not here',
      inSubmodule,
      addSubmodule,
      'git commit -q --allow-empty -m more && echo "# x" >>openapi.yaml && git commit -qam more && rm -rf part && git push -q origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'a link to a file of the commit, which passes',
      {},
      'true',
      'git mv openapi.yaml real.yaml && ln -s real.yaml openapi.yaml && git add -A && git commit -qm link && git push -q origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a reference to a file that the commit lacks',
      {},
      'true',
      `echo 'get: {}' >../outside.yaml && printf '%s' '${good.replace('paths: {}', 'paths: { /a: { $ref: OUTSIDE } }')}' | sed "s#OUTSIDE#$(cd .. && pwd)/outside.yaml#" >openapi.yaml && git commit -qam ref && git push -q origin main`,
      ran,
    ],
  ])('%s', async (_, files, before, push, expected) => {
    const { sh, write } = await withHook()
    for (const [name, text] of Object.entries(files)) write(name, text)
    const prepared = await sh(`${before} && git push -q --no-verify origin main`)
    expect(prepared.exitCode, prepared.stderr).toBe(0)
    expect(outcome(await sh(push))).toEqual(expected)
  })
})

describe('the hook before a commit', () => {
  it.each<[string, string, ReturnType<typeof outcome>]>([
    ['text alone', 'echo two >>notes.txt && git commit -qam two', { ran: 0, pushed: true, code: undefined }],
    [
      'a definition that fails',
      `printf '%s' '${api}' >openapi.yaml && git commit -qam two`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'a definition that fails, fixed and not added',
      `cp openapi.yaml good && printf '%s' '${api}' >openapi.yaml && git add openapi.yaml && mv good openapi.yaml && git commit -qm two`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'a definition that passes, broken and not added',
      "echo '# x' >>openapi.yaml && git add openapi.yaml && echo '{' >openapi.yaml && git commit -qm two",
      { ran: 1, pushed: true, code: undefined },
    ],
  ])('with %s', async (_, line, expected) => {
    const { sh } = await withHook('pre-commit')
    expect(outcome(await sh(line))).toEqual(expected)
  })

  it('of a repository without commits', async () => {
    const { sh } = await withHook('pre-commit')
    const fresh = 'git checkout -q --orphan fresh && git commit -qm first'
    expect(outcome(await sh(fresh))).toEqual({ ran: 1, pushed: true, code: undefined })
  })
})

const theirs =
  '#!/bin/bash\nset -euo pipefail\nwhile read -r line; do echo "saw $line"; done\necho "for $1"\n'

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
