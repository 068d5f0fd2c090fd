import { chmodSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  api,
  config,
  good,
  outcome,
  rules,
  stopped,
  withFunction,
  withHook,
  withoutGov,
} from './hook-repository.ts'

const other =
  'git init -q --bare ../other.git && git config remote.origin/b.url ../other.git && git config remote.origin/b.fetch "+refs/heads/*:refs/remotes/origin/b/*"'

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
      'a text alone',
      'echo two >>notes.txt && git commit -qam two && git push origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a commit without a change',
      'git commit -q --allow-empty -m two && git push origin main',
      { ran: 0, pushed: true, code: undefined },
    ],
    ['a new branch of what is there', 'git push origin main:b', { ran: 0, pushed: true, code: undefined }],
    [
      'a new branch of what a remote has whose name goes on behind this one',
      `${other} && printf '%s' '${api}' >openapi.yaml && git commit -qam two && git push -q --no-verify origin/b main && git push origin main:b`,
      { ran: 1, pushed: false, code: '1' },
    ],
    [
      'a new branch of what is there, beside such a remote',
      `${other} && git push origin main:b`,
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a new branch with another text',
      'git checkout -qb b && echo two >>notes.txt && git commit -qam two && git push origin b',
      { ran: 1, pushed: true, code: undefined },
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
    expect((await sh('git push -q origin main main:other', path)).exitCode).toBe(0)
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
const refersTo = (name: string) => ({
  'openapi.yaml': good.replace(
    'paths: {}',
    `paths: { /a: { get: { description: { $ref: ${JSON.stringify(name)} }, responses: {} } } }`,
  ),
  'rules.yaml':
    'rules: { fine: { given: "$.paths[*][*].description", severity: error, then: { function: pattern, functionOptions: { notMatch: bad } } } }\n',
})
const bump = 'git update-index --cacheinfo 160000,$(git -C part rev-parse HEAD~1),part'
const inSubmodule = {
  '.gitmodules': '[submodule "part"]\npath = part\nurl = ../sub\n',
  '.governance.yml': config.replace('openapi.yaml', '"**/*api.yaml"'),
}
const addSubmodule = `git init -q part && printf '%s' '${good}' >part/api.yaml && git -C part add -A && git -C part commit -qm a && git add -A && git commit -qm sub`
const commitBad = `printf '%s' '${api}' >openapi.yaml && git commit -qam bad`

describe('what a push changes beside its definitions', () => {
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
      'a link to a file that the commit lacks, beside one that takes its place',
      { '.absent': good },
      'git add -A && git commit -qm absent',
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
      'a link out of the commit to a folder that a glob searches',
      {
        '.governance.yml': config.replace('openapi.yaml', '"f/**/*api.yaml"'),
        'f/openapi.yaml': good,
        '../of/openapi.yaml': api,
      },
      'git add -A && git commit -qm f',
      'ln -s ../../of f/s && git add -A && git commit -qm link && git push -q origin main',
      { ran: 0, pushed: false, code: '2' },
    ],
    [
      'a link out of the commit to a definition, where the policy asks for all of them',
      { '../policy.yml': 'version: 1\nrequire: { all_definitions: true }\n', '../of/other.yaml': good },
      'true',
      'ln -s ../of s && git add -A && git commit -qm link && GOV_POLICY=../policy.yml git push -q origin main',
      { ran: 0, pushed: false, code: '5' },
    ],
    [
      'a config without an extension',
      { 'svc/.governancerc': config, 'svc/openapi.yaml': good, 'svc/rules.yaml': rules },
      'git add -A && git commit -qm rc && cd svc && gov hook install && cd ..',
      `printf '%s' '${api}' >svc/openapi.yaml && git commit -qam bad && git push -q origin main`,
      ran,
    ],
    [
      'a text that a definition refers to, which passes',
      { ...refersTo('docs.md'), 'docs.md': 'fine\n' },
      'git add -A && git commit -qm text',
      'echo good >docs.md && git commit -qam good && git push -q origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a text that a definition refers to',
      { ...refersTo('docs.md'), 'docs.md': 'fine\n' },
      'git add -A && git commit -qm text',
      'echo bad >docs.md && git commit -qam bad && git push -q origin main',
      ran,
    ],
    [
      'a text with a name that looks like a flag, has a blank, quotes and a line break',
      { ...refersTo('-f a\'"\nb'), '-f a\'"\nb': 'fine\n' },
      'git add -A && git commit -qm text',
      'for each in ./-f*; do echo bad >"$each"; done && git commit -qam bad && git push -q origin main',
      ran,
    ],
    [
      'a baseline without an ending',
      { '.governance.yml': `${config}baseline: known\n`, 'openapi.yaml': api },
      'gov baseline create && git add -A && git commit -qm known',
      'echo two >>notes.txt && git commit -qam two && git push -q origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a definition of any name, where the policy asks for all of them',
      { '../policy.yml': 'version: 1\nrequire: { all_definitions: true }\n' },
      'true',
      `printf '%s' '${good}' >second.txt && git add -A && git commit -qm two && GOV_POLICY=../policy.yml git push -q origin main`,
      { ran: 0, pushed: false, code: '5' },
    ],
    [
      'programs and pictures alone',
      { 'main.go': 'package main\n', 'a.PNG': 'a\n' },
      'git add -A && git commit -qm code',
      'echo "// two" >>main.go && echo two >>a.PNG && git commit -qam two && git push -q origin main',
      { ran: 0, pushed: true, code: undefined },
    ],
    [
      'a program and a text',
      { 'main.go': 'package main\n', 'notes.txt': 'one\n' },
      'git add -A && git commit -qm code',
      'echo "// two" >>main.go && echo two >>notes.txt && git commit -qam two && git push -q origin main',
      { ran: 1, pushed: true, code: undefined },
    ],
    [
      'a definition that is named like a program, where the policy asks for all of them',
      { '../policy.yml': 'version: 1\nrequire: { all_definitions: true }\n' },
      'true',
      `printf '%s' '${good}' >second.go && git add -A && git commit -qm two && GOV_POLICY=../policy.yml git push -q origin main`,
      { ran: 0, pushed: false, code: '5' },
    ],
    [
      'a definition that a sparse checkout leaves out',
      { '.governance.yml': config.replace('openapi.yaml', 'api/openapi.yaml'), 'api/openapi.yaml': api },
      'git add -A && git commit -qm sparse && git sparse-checkout set --cone --sparse-index none',
      'echo two >>notes.txt && git commit -qam two && git push -q origin main',
      ran,
    ],
    [
      'files of Git LFS, of which only those that gov reads by their names are fetched',
      {
        '.gitattributes': '*.bin filter=lfs\nopenapi.yaml filter=lfs\n',
        'large.bin': 'large\n',
        '../smudge.sh':
          'if [ -n "$GIT_LFS_SKIP_SMUDGE" ]; then cat; else echo "$1" >>../fetched; sed s/pointer/description/; fi\n',
      },
      "git config filter.lfs.smudge 'sh ../smudge.sh %f' && git config filter.lfs.clean 'sed s/description/pointer/' && git add --renormalize . && git add -A && git commit -qm lfs",
      'echo more >>large.bin && git commit -qam two && git push -q origin main && [ "$(cat ../fetched)" = openapi.yaml ]',
      { ran: 1, pushed: true, code: undefined },
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
      'a submodule that is not here, and that .gitmodules does not name',
      { '.governance.yml': inSubmodule['.governance.yml'] },
      addSubmodule,
      'git commit -q --allow-empty -m more && echo "# x" >>openapi.yaml && git commit -qam more && rm -rf part && git -c index.version=4 -c core.splitIndex=true push -q origin main',
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
