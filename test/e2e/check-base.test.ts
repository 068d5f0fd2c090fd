import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GitRepository, gitRepository } from './git-repository.ts'
import { projectRoot } from './run-gov.ts'

interface Repository extends GitRepository {
  /** `gov check` of all definitions, against main unless told otherwise. */
  readonly check: (flags?: string, env?: Readonly<Record<string, string>>) => Promise<Checked>
}

interface Checked {
  readonly exit: number | null
  /** Rule and place of each issue that counts, and of each that was there before. */
  readonly new: readonly string[]
  readonly known: readonly string[]
  readonly stderr: string
}

interface ShownIssue {
  readonly file?: string
  readonly path: string
  readonly known?: true
}

const rules = `rules:
  described: { given: "$..properties[*]", severity: error, then: { field: description, function: truthy } }
  titled: { given: $.info, severity: error, then: { field: description, function: truthy } }
`

/** An API with a property for each name, described where it ends in `!`. */
function api(names: string, title = 'Orders'): string {
  const properties = names.split(' ').map((name) => {
    const described = name.endsWith('!') ? `, description: of ${name.slice(0, -1)}` : ''
    return `        ${name.replace('!', '')}: { type: string${described} }`
  })
  return `openapi: 3.1.0
info: { title: ${title}, version: "1", description: All of it }
paths: {}
components:
  schemas:
    Order:
      type: object
      properties:
${properties.join('\n')}
`
}

/** On a branch that begins at main, where the API has two faults. */
async function repository(init?: string): Promise<Repository> {
  const files = {
    'rules.yaml': rules,
    'openapi.yaml': api('a b c!'),
    '.governance.yml': 'version: 1\ndefinitions: ["**/*api.*"]\nruleset_files: [rules.yaml]\n',
  }
  const { cwd, sh, write } = await gitRepository({
    ...(init && { init }),
    files,
    next: 'git checkout -qb change',
  })
  return { cwd, sh, write, check: (flags = '--base main', env = {}) => checked(sh, flags, env) }
}

async function checked(
  sh: Repository['sh'],
  flags: string,
  env: Readonly<Record<string, string>>,
): Promise<Checked> {
  const { exitCode, stdout, stderr } = await sh(`gov check --ci none --format json ${flags}`, env)
  const { issues = [] }: { readonly issues?: readonly ShownIssue[] } = JSON.parse(stdout || '{}')
  const named = (known: true | undefined) =>
    issues
      .filter((issue) => issue.known === known)
      .map(({ file, path }) => `${file} ${path.split('.').at(-1)}`)
  return { exit: exitCode, new: named(undefined).sort(), known: named(true).sort(), stderr }
}

describe('the base of a git ref', () => {
  it('knows a reference to a file that neither version has', async () => {
    const { check, sh, write } = await repository()
    const lacking = (text: string) => api('a b c!').replace('paths: {}', `paths: { /x: { $ref: ./${text} } }`)
    write('openapi.yaml', lacking('none.yaml'))
    await sh('git add -A && git commit -qm lacking && git branch -f main')
    write('openapi.yaml', `${lacking('none.yaml')}# changed\n`)
    expect(await check()).toMatchObject({ exit: 0, new: [] })
    write('openapi.yaml', lacking('nothing.yaml'))
    expect(await check()).toMatchObject({ exit: 1, new: ['openapi.yaml $ref'] })
  })

  it('passes a change that adds no issue', async () => {
    const { check, write } = await repository()
    write('openapi.yaml', api('a b c! d!'))
    expect(await check()).toMatchObject({ exit: 0, new: [], known: ['openapi.yaml a', 'openapi.yaml b'] })
  })

  it('fails a change that adds one, and counts it alone', async () => {
    const { check, write, sh } = await repository()
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam two')
    expect(await check()).toMatchObject({
      exit: 1,
      new: ['openapi.yaml d'],
      known: ['openapi.yaml a', 'openapi.yaml b'],
    })
    expect((await check('--base main --max-error 1')).exit).toBe(0)
    expect((await check('--base main --base-policy all --max-error 2')).exit).toBe(1)
    expect((await check('--base main --base-policy all --max-error 3')).exit).toBe(0)
  })

  it('counts what is known where the change touches it, if the policy says so', async () => {
    const { check, sh, write } = await repository()
    const untouched = api('x y', 'Other').replace(
      'Order:',
      'Kept:\n      type: object\n      properties: { old: { type: string } }\n    Order:',
    )
    write('other/api.yaml', untouched)
    await sh('git add -A && git commit -qm other && git branch -f main')
    write('other/api.yaml', untouched.replace('x: { type: string }', 'x: { type: integer }'))
    expect((await check()).exit).toBe(0)
    expect((await check('--base main --base-policy touched --max-error 1')).exit).toBe(1)
    expect((await check('--base main --base-policy touched --max-error 2')).exit).toBe(0)
    expect((await check('--base main --base-policy all --max-error 4')).exit).toBe(1)
  })

  it('counts what the change fixes, where nothing is found any more too', async () => {
    const { check, sh, write } = await repository()
    const fixedCount = async (flags = '--base main') => {
      const { exit } = await check(`${flags} --output run.json`)
      const { run, outcome } = JSON.parse((await sh('cat run.json')).stdout)
      const { fixed_count } = [...outcome.held].find(({ kind }) => kind === 'base')
      expect(run.base.fixed_count).toBe(fixed_count)
      return [exit, fixed_count]
    }
    expect(await fixedCount()).toEqual([0, 0])
    write('openapi.yaml', api('a! b c! d'))
    expect(await fixedCount()).toEqual([1, 1])
    expect((await sh('gov check --ci none --base main')).stdout).toContain('1 new issue, 1 known at main')
    expect((await sh('gov check --ci none --base main')).stdout).toContain(', 1 fixed')
    write('openapi.yaml', api('a! b! c!'))
    expect(await fixedCount()).toEqual([0, 2])
    await sh('git checkout -q main')
    write('openapi.yaml', 'openapi: 3.1.0\ninfo: [')
    await sh('git commit -qam broken && git checkout -q change')
    write('openapi.yaml', api('a! b! c!'))
    expect(await fixedCount()).toEqual([0, 2])
  })

  it('does not need to know what the change fixes', async () => {
    const { check, sh, write } = await repository()
    write('openapi.yaml', 'openapi: 3.1.0\ninfo: [')
    await sh('git commit -qam broken && git branch -f main')
    write('openapi.yaml', api('a! b! c!'))
    expect((await check('--base main --output run.json')).exit).toBe(0)
    expect(JSON.parse((await sh('cat run.json')).stdout).run.base.fixed_count).toBeUndefined()
  })

  it('follows the policy file, not the config', async () => {
    const { check, write } = await repository()
    write('../policy.yml', 'version: 1\nbase: all\n'.replace('base:', 'policy:\n  base:'))
    write(
      '.governance.yml',
      'version: 1\ndefinitions: ["*api.*"]\nruleset_files: [rules.yaml]\npolicy: { base: new }\n',
    )
    expect((await check('--base main')).exit).toBe(0)
    expect((await check('--base main --policy ../policy.yml')).exit).toBe(1)
  })

  it('says what it compared with', async () => {
    const { sh, write } = await repository()
    write('openapi.yaml', api('a b c! d'))
    const { stdout } = await sh('gov check --ci none --base main')
    expect(stdout).toMatch(/1 new issue, 2 known at main \([0-9a-f]{7}\)/)
    expect(stdout).toContain('FAIL  1 error (fail_on: error)')
  })

  it('compares with the commit where the branch began, not with what main has since', async () => {
    const { check, write, sh } = await repository()
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam two && git checkout -q main')
    write('openapi.yaml', api('a b c! d e'))
    await sh('git commit -qam three && git checkout -q change')
    expect(await check()).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
  })

  it('judges both versions by the rulesets of the change', async () => {
    const { check, write } = await repository()
    write('rules.yaml', rules.replaceAll('$..properties[*]', '$..schemas[*]'))
    expect(await check()).toMatchObject({ exit: 0, new: [], known: ['openapi.yaml Order'] })
  })

  it('counts every issue of a definition that was not there, and says so', async () => {
    const { check, sh, write } = await repository()
    write('other/api.yaml', api('x', 'Other'))
    expect(await check()).toMatchObject({
      exit: 1,
      new: ['other/api.yaml x'],
      known: ['openapi.yaml a', 'openapi.yaml b'],
    })
    expect((await sh('gov check --base main')).stdout).toContain('not there yet: other/api.yaml')
  })

  it.each([
    ['a', 'git mv openapi.yaml renamed-api.yaml', ['renamed-api.yaml a', 'renamed-api.yaml b']],
    ['another folder', 'mkdir sub && mv openapi.yaml sub/', ['sub/openapi.yaml a', 'sub/openapi.yaml b']],
  ])('finds a definition that has %s name', async (_, line, known) => {
    const { check, sh } = await repository()
    await sh(line)
    expect(await check()).toMatchObject({ exit: 0, new: [], known })
  })

  it('takes none for deleted that a sparse checkout leaves out', async () => {
    const { check, sh, write } = await repository()
    const config = (file: string) => `version: 1\ndefinitions: [${file}]\nruleset_files: [rules.yaml]\n`
    write('old/api.yaml', api('x'))
    write('.governance.yml', config('old/api.yaml'))
    await sh('git add -A && git commit -qm old && git branch -f main && mkdir .git/info')
    const { stdout } = await sh('git sparse-checkout set new && git ls-files -t')
    expect(stdout).toContain('S old/api.yaml')
    write('new/api.yaml', api('x', 'Orders of others'))
    write('.governance.yml', config('new/api.yaml'))
    expect(await check('--base main --breaking error')).toMatchObject({ exit: 1, new: ['new/api.yaml x'] })
  })

  it('refuses where a deleted file that it cannot read may be the earlier one', async () => {
    const { check, sh, write } = await repository()
    write('broken-api.yaml', `${api('a')}  : [\n`)
    await sh('git add -A && git commit -qm broken && git branch -f main && git rm -q broken-api.yaml')
    write('new-api.yaml', api('x', 'Other'))
    const { exit, stderr } = await check()
    expect([exit, stderr]).toEqual([
      5,
      expect.stringContaining('whether it had another name there is not known'),
    ])
  })

  it('reads a split definition at its own commit', async () => {
    const { check, sh, write } = await repository()
    write(
      'split/api.yaml',
      'openapi: 3.1.0\ninfo: { title: S, version: "1", description: d }\npaths: {}\ncomponents: { schemas: { P: { $ref: "./p/ä b.yaml" } } }\n',
    )
    write('split/p/ä b.yaml', 'type: object\nproperties: { x: { type: string } }\n')
    await sh('git add -A && git commit -qm split && git branch -f main')
    write('split/p/ä b.yaml', 'type: object\nproperties: { x: { type: string }, y: { type: string } }\n')
    expect(await check()).toMatchObject({
      exit: 1,
      new: ['split/p/ä b.yaml y'],
      known: ['openapi.yaml a', 'openapi.yaml b', 'split/p/ä b.yaml x'],
    })
  })

  it.each([
    ['a name in an extension', 'x-schemas: { default: { $ref: part.yaml } }'],
    ['an example', 'components: { schemas: { S: { example: { $ref: part.yaml } } } }'],
    ['a default', 'components: { schemas: { S: { default: { $ref: part.yaml } } } }'],
    ['an enumeration', 'components: { schemas: { S: { enum: [{ $ref: part.yaml }] } } }'],
  ])('sees a change in a file that only %s refers to', async (_name, lines) => {
    const { check, sh, write } = await repository()
    const part = (properties: string) => `properties: { ${properties} }\n`
    write('openapi.yaml', `${api('a!').split('components:')[0]}${lines}\n`)
    write('part.yaml', part('x: {}'))
    await sh('git add -A && git commit -qm split && git branch -f main')
    write('part.yaml', part('x: {}, y: {}'))
    expect(await check()).toMatchObject({ exit: 1, new: ['part.yaml y'] })
  })

  it('works from a folder of the repository, in a linked work tree, and by SHA-256', async () => {
    const { sh, cwd, write } = await repository('git init -q -b main --object-format=sha256')
    write('sub/api.yaml', api('a b'))
    await sh(
      'git add -A && git commit -qm sub && git branch -f main && git worktree add -q ../linked -b linked',
    )
    const line = 'gov check --ci none api.yaml --ruleset-file ../rules.yaml --base main'
    for (const folder of [cwd, join(cwd, '../linked')]) {
      writeFileSync(join(folder, 'sub/api.yaml'), api('a b c'))
      const { stdout } = await sh(`cd '${folder}/sub' && ${line}`)
      expect(stdout).toContain('1 new issue, 2 known at main')
    }
  })

  it('is not misled by the variables of a hook', async () => {
    const { check, sh, write } = await repository()
    await sh('git init -q ../other')
    write('openapi.yaml', api('a b c! d'))
    const env = { GIT_DIR: '../other/.git', GIT_WORK_TREE: '../other', GIT_INDEX_FILE: '../other/index' }
    expect(await check('--base main', env)).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
  })

  it('writes nothing to the work tree or the repository', async () => {
    const { check, sh, write } = await repository()
    write('openapi.yaml', api('a b c! d'))
    await sh('touch -d 2001-01-01 rules.yaml')
    const before = (
      await sh('find . -type f -print0 | sort -z | xargs -0 sha256sum; find . -printf "%p %T@\\n" | sort')
    ).stdout
    await sh('chmod -R a-w .')
    const found = await check('--base main')
    const after = (
      await sh('find . -type f -print0 | sort -z | xargs -0 sha256sum; find . -printf "%p %T@\\n" | sort')
    ).stdout
    await sh('chmod -R u+w .')
    expect(found).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
    expect(after).toBe(before)
  })

  it('follows links as they were at the base, and none out of it', async () => {
    const { check, sh, cwd, write } = await repository()
    write('real/one.yaml', api('a', 'Linked'))
    symlinkSync('real/one.yaml', join(cwd, 'linked-api.yaml'))
    await sh('git add -A && git commit -qm link && git branch -f main')
    expect(await check('--base main linked-api.yaml')).toMatchObject({
      exit: 0,
      known: ['real/one.yaml a'],
    })
    rmSync(join(cwd, 'linked-api.yaml'))
    symlinkSync('/etc/hostname', join(cwd, 'linked-api.yaml'))
    await sh('git add -A && git commit -qm out && git branch -f main')
    rmSync(join(cwd, 'linked-api.yaml'))
    write('linked-api.yaml', api('a'))
    const { exit, stderr } = await check('--base main linked-api.yaml')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('it is outside this repository')])
  })
})

describe('a base that cannot tell', () => {
  it('counts every issue of a definition in a submodule without its commit, and compares no breaking changes in it', async () => {
    const { check, sh, write } = await repository()
    write('part/api.yaml', api('x y!'))
    const begin = 'git init -q part && cd part && git add -A && git commit -qm part && cd ..'
    await sh(`${begin} && git add part && git commit -qm two && git branch -f main`)
    expect(await check()).toMatchObject({ exit: 0, known: expect.arrayContaining(['part/api.yaml x']) })
    await sh('rm -rf part/.git && git init -q part')
    write('openapi.yaml', api('a b c! d!'))
    const found = await check()
    expect(found).toMatchObject({
      exit: 1,
      new: ['part/api.yaml x'],
      known: ['openapi.yaml a', 'openapi.yaml b'],
    })
    expect(found.stderr).toContain('--base does not compare part/api.yaml, which is in a submodule')
    await sh('rm -rf part && mkdir part')
    write('.gitmodules', '[submodule "part"]\n\tpath = part\n')
    expect((await sh('gov check --definition part/api.yaml')).stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the submodule part is not checked out, so that its definitions are not known hint: Fetch it: git submodule update --init part',
    )
    await sh('rm -rf part && git init -q part')
    expect((await sh('gov check --definition part/api.yaml')).stderr).toContain(
      'part/api.yaml does not exist',
    )
    write('part/api.yaml', api('x y!'))
    const breaking = await check('--base main --breaking error')
    expect(breaking).toMatchObject({ exit: 2, stderr: expect.stringContaining('pass --breaking off') })
  })

  it.each<[what: string, exit: number, says: string, prepare: string, flags?: string]>([
    [
      'a ref that is not there',
      2,
      'Fetch it first: git fetch origin nope:refs/remotes/origin/nope, and then pass origin/nope.',
      'true',
      '--base nope',
    ],
    [
      'a branch of a remote that is not there',
      2,
      'Fetch it first: git fetch upstream nope:refs/remotes/upstream/nope.',
      'git remote add upstream .',
      '--base upstream/nope',
    ],
    ['more commits than there are', 2, 'HEAD is there, and its history does not', 'true', '--base HEAD~99'],
    ['a name that a shell would run', 2, 'Name a branch, a tag or a commit', 'true', "--base '$(nope)'"],
    [
      'a file that is not there',
      2,
      'the base apis/nope.yaml does not exist',
      'true',
      '--base apis/nope.yaml',
    ],
    [
      'a file in git',
      2,
      'A file in git is found by its own name: pass the ref alone, --base main.',
      'true',
      '--base main:openapi.yaml',
    ],
    [
      'a remote branch by its short name',
      2,
      'Pass --base origin/next.',
      'git update-ref refs/remotes/origin/next HEAD',
      '--base next',
    ],
    ['an option instead of a ref', 2, 'no commit of that name', 'true', '--base=--all'],
    ['an empty name', 2, '--base is empty', 'true', '--base ""'],
    ['no repository', 2, '--base needs a git work tree', 'rm -rf .git'],
    ['no commit', 2, 'has none yet', 'rm -rf .git && git init -q'],
    ['no common commit', 2, 'no commit in common', 'git checkout -q --orphan alone && git commit -qm alone'],
    ['breaking changes without one', 2, '--breaking warn needs --base', 'true', '--breaking warn'],
    ['a policy for a base without one', 2, '--base-policy needs --base', 'true', '--base-policy all'],
    [
      'a file that is the definition',
      2,
      'is the definition itself',
      'true',
      'openapi.yaml --base ./openapi.yaml',
    ],
    [
      'a link to the definition',
      2,
      'is the definition itself',
      'ln -s openapi.yaml earlier.yaml',
      'openapi.yaml --base earlier.yaml',
    ],
    ['a file for several', 2, 'checks 2 definitions', 'cp openapi.yaml two-api.yaml', '--base rules.yaml'],
    ['standard input', 2, 'is given as content', 'true', '- --base main < openapi.yaml'],
    [
      'a saved API',
      2,
      'is on the dashboard',
      'rm .governance.yml',
      '--url embedded --workspace . --api-id pay --ruleset-id r --base main',
    ],
    [
      'a branch where a tag has its name',
      2,
      'refs/tags/main and refs/heads/main are different commits',
      'git commit -q --allow-empty -m two && git tag main HEAD',
    ],
    [
      'a remote branch where a tag has its name',
      2,
      'Write the one you mean in full: --base refs/remotes/origin/main.',
      'git commit -q --allow-empty -m two && git update-ref refs/remotes/origin/main main && git tag origin/main HEAD',
      '--base origin/main~0',
    ],
    [
      'a full ref that only a tag has as its name',
      2,
      'no commit of that name',
      'git tag refs/remotes/origin/main HEAD',
      '--base refs/remotes/origin/main',
    ],
  ])('refuses %s', async (_, exit, says, prepare, flags = '--base main') => {
    const { sh, check } = await repository()
    expect((await sh(prepare)).stderr).toBe('')
    const found = await check(flags)
    expect([found.exit, found.stderr, found.known]).toEqual([exit, expect.stringContaining(says), []])
  })

  it('refuses a shallow clone that hides where the change began, and takes one that does not', async () => {
    const { sh, write } = await repository()
    for (const word of ['two', 'three']) {
      write('openapi.yaml', api(`a b c! ${word}!`))
      await sh(`git commit -qam ${word}`)
    }
    await sh('git checkout -q main && git commit -q --allow-empty -m other && git checkout -q change')
    const clone = (depth: number) =>
      `rm -rf ../clone && git clone -q --no-single-branch --depth ${depth} "file://$PWD" ../clone && cd ../clone`
    const line = 'gov check --ci none --base origin/main'
    const shallow = await sh(`${clone(1)} && ${line}`)
    expect([shallow.exitCode, shallow.stderr]).toEqual([5, expect.stringContaining('git fetch --unshallow')])
    expect((await sh(`${clone(2)} && ${line}`)).exitCode).toBe(5)
    expect((await sh(`${clone(4)} && ${line}`)).exitCode).toBe(0)
  })

  it('refuses a base that does not parse where the change has issues', async () => {
    const { sh, check, write } = await repository()
    write('openapi.yaml', 'openapi: 3.1.0\ninfo: [\n')
    await sh('git commit -qam broken && git branch -f main')
    write('openapi.yaml', api('a'))
    const { exit, stderr } = await check()
    expect([exit, stderr]).toEqual([5, expect.stringContaining('cannot be evaluated: openapi.yaml:')])
    write('openapi.yaml', api('a!'))
    expect((await check()).exit).toBe(0)
  })

  it('refuses a base that is kept by Git LFS', async () => {
    const { sh, check, write } = await repository()
    write('openapi.yaml', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n')
    await sh('git commit -qam lfs && git branch -f main')
    write('openapi.yaml', api('a'))
    expect(await check()).toMatchObject({ exit: 5, stderr: expect.stringContaining('Git LFS') })
  })

  it('refuses a base that lacks an object', async () => {
    const { sh, check, write } = await repository()
    const { stdout } = await sh('git rev-parse HEAD:openapi.yaml')
    write('openapi.yaml', api('a'))
    await sh(`rm -f .git/objects/${stdout.slice(0, 2)}/${stdout.slice(2).trim()}`)
    expect((await check()).exit).toBe(5)
  })

  it('refuses a base of which a part cannot be read', async () => {
    const { sh, check, write } = await repository()
    write('s/api.yaml', api('a').replace('type: object', '$ref: p.yaml'))
    write('s/p.yaml', 'type: object\nproperties: { x: { type: string } }\n')
    await sh('git add -A && git commit -qm split && git branch -f main')
    const { stdout } = await sh('git rev-parse HEAD:s/p.yaml')
    write('s/p.yaml', 'type: object\nproperties: { x: { type: string }, y: { type: string } }\n')
    await sh(`rm -f .git/objects/${stdout.slice(0, 2)}/${stdout.slice(2).trim()}`)
    const { exit, stderr } = await check('--base main s/api.yaml')
    expect([exit, stderr]).toEqual([5, expect.stringContaining('s/p.yaml cannot be read from git')])
  })

  it('says how to trust a repository of somebody else', async () => {
    const { check, sh } = await repository()
    const program =
      '#!/bin/sh\necho "fatal: detected dubious ownership in repository at \'/x\'" >&2\nexit 128\n'
    await sh('mkdir ../bin')
    writeFileSync(join((await sh('cd ../bin && pwd')).stdout.trim(), 'git'), program)
    const bin = (await sh('cd ../bin && chmod +x git && pwd')).stdout.trim()
    const found = await check('--base main', { PATH: `${bin}:${process.env.PATH}` })
    expect([found.exit, found.stderr]).toEqual([2, expect.stringContaining('safe.directory')])
  })
})

describe('the base of a CI job', () => {
  it.each<[system: string, env: Readonly<Record<string, string>>]>([
    ['GitHub', { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' }],
    ['GitLab by its branch', { GITLAB_CI: 'true', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }],
    ['Azure', { TF_BUILD: 'True', SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main' }],
    ['Azure with a GitHub repository', { TF_BUILD: 'True', SYSTEM_PULLREQUEST_TARGETBRANCH: 'main' }],
    ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main' }],
  ])('is the target of the pull request: %s', async (_, env) => {
    const { check, sh, write } = await repository()
    await sh('git update-ref refs/remotes/origin/main main && git branch -D main')
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam two')
    expect(await check('--base auto', env)).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
  })

  it('is what the merge queue of GitHub merges onto', async () => {
    const { check, cwd, sh, write } = await repository()
    const base_sha = (await sh('git rev-parse main')).stdout.trim()
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam two')
    const queue = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'merge_group', GITHUB_BASE_REF: '' }
    const env = { ...queue, GITHUB_EVENT_PATH: join(cwd, '../event.json') }
    write('../event.json', JSON.stringify({ merge_group: { base_sha, base_ref: 'refs/heads/main' } }))
    expect(await check('--base auto', env)).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
    for (const event of [
      '{}',
      'no JSON',
      '{"merge_group":{"base_sha":"--output=x"}}',
      '{"merge_group":{"base_sha":7}}',
    ]) {
      write('../event.json', event)
      const { exit, stderr } = await check('--base auto', env)
      expect([event, exit, stderr.includes('Pass a ref: --base origin/main.')]).toEqual([event, 2, true])
    }
    expect((await check('--base auto', queue)).exit).toBe(2)
  })

  it('is the commit that GitLab names', async () => {
    const { check, sh, write } = await repository()
    const env = {
      GITLAB_CI: 'true',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: (await sh('git rev-parse main')).stdout.trim(),
    }
    write('openapi.yaml', api('a b c! d'))
    expect(await check('--base auto', env)).toMatchObject({ exit: 1, new: ['openapi.yaml d'] })
  })

  it('is the branch of origin, whatever tags and files have its name', async () => {
    const { check, sh, write } = await repository()
    await sh(
      'git update-ref refs/remotes/origin/main main && git update-ref refs/remotes/origin/v1.yaml main',
    )
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam two && git tag origin/main && mkdir origin && cp openapi.yaml origin/v1.yaml')
    for (const target of ['main', 'v1.yaml']) {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: target }
      expect(await check('openapi.yaml --base auto', env)).toMatchObject({
        exit: 1,
        new: ['openapi.yaml d'],
      })
    }
    const { known } = await check('openapi.yaml --base refs/tags/origin/main')
    expect(known).toContain('openapi.yaml d')
  })

  it('is not a tag where origin has no such branch', async () => {
    const { check, sh } = await repository()
    await sh('git tag origin/main && git tag refs/remotes/origin/main')
    const { exit, stderr } = await check('--base auto', { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' })
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--base origin/main: no commit of that name')])
  })

  it('is none in a job for a push: every issue counts, and it says so', async () => {
    const { check } = await repository()
    const { exit, known, stderr } = await check('--base auto', {
      GITHUB_ACTIONS: 'true',
      GITHUB_BASE_REF: '',
    })
    expect([exit, known, stderr]).toEqual([1, [], expect.stringContaining('so every issue counts')])
    expect((await check('--base auto', { GITLAB_CI: 'true' })).stderr).toContain(
      'this GitLab job is not for a merge request',
    )
  })

  it('is not what is checked out: a warning, and in a pull request of GitHub an error', async () => {
    const { check, sh } = await repository()
    await sh('git update-ref refs/remotes/origin/main main')
    const says = expect.stringContaining('is what is checked out, unedited, so nothing in it is new')
    expect(await check()).toMatchObject({ exit: 0, new: [], stderr: says })
    expect(
      await check('--base auto', { BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main' }),
    ).toMatchObject({ exit: 0, stderr: says })
    const job = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request_target', GITHUB_BASE_REF: 'main' }
    const gitlab = { GITLAB_CI: 'true', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', GITHUB_ACTIONS: 'false' }
    expect(await check('--base auto', gitlab)).toMatchObject({ exit: 0, stderr: says })
    for (const edit of ['true', 'echo "# x" >>openapi.yaml']) {
      await sh(edit)
      for (const [event, hint] of [
        ['pull_request_target', 'Check out the pull request: on: pull_request does'],
        ['pull_request', 'If it is merged already'],
      ])
        expect(await check('--base auto', { ...job, GITHUB_EVENT_NAME: event ?? '' })).toMatchObject({
          exit: 2,
          stderr: expect.stringContaining(hint ?? ''),
        })
    }
    expect(await check('--base auto', gitlab)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('only what this job edited can be new'),
    })
    expect(await check()).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('checked out') })
  })

  it('is what a merge queue checked out: an error that says so', async () => {
    const { check, cwd, sh, write } = await repository()
    const base_sha = (await sh('git rev-parse HEAD')).stdout.trim()
    write('../event.json', JSON.stringify({ merge_group: { base_sha } }))
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'merge_group',
      GITHUB_EVENT_PATH: join(cwd, '../event.json'),
    }
    expect(await check('--base auto', env)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Check out the merge group'),
    })
  })

  it('causes no warning where a definition is new and git does not know it yet', async () => {
    const { check, write } = await repository()
    write('new.yaml', api('a b'))
    const { stderr, exit } = await check('new.yaml --base HEAD')
    expect([exit, stderr]).toEqual([1, expect.not.stringContaining('checked out')])
  })

  it.each<[what: string, env: Readonly<Record<string, string>>, says: string]>([
    ['outside of a job', {}, 'found no CI job'],
    ['in two at once', { GITHUB_ACTIONS: 'true', GITLAB_CI: 'true' }, 'two CI systems'],
    [
      'where the target is not fetched',
      { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' },
      'git fetch origin main',
    ],
    [
      'for a target that is an option',
      { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: '--output=x' },
      'no commit of that name',
    ],
  ])('is refused %s', async (_, env, says) => {
    const { check } = await repository()
    const { exit, stderr } = await check('--base auto', env)
    expect([exit, stderr]).toEqual([2, expect.stringContaining(says)])
  })
})

describe('the base that is saved', () => {
  const embedded = '--url embedded --workspace workspace --ruleset-id rs-docs'

  async function withWorkspace() {
    const made = await repository()
    const root = join(projectRoot, 'fixtures/workspace')
    await made.sh(
      `rm .governance.yml && cp -r "${root}" workspace && cp workspace/apis/payments/openapi.yaml pay.yaml`,
    )
    const config = `version: 1\ndashboard: { url: embedded, workspace: workspace }\nruleset_ids: [rs-docs]\ndefinitions: [{ file: pay.yaml, api_id: payments }]\n`
    made.write('.governance.yml', config)
    return made
  }

  it('is the API that the dashboard holds under the same id', async () => {
    const { check, sh } = await withWorkspace()
    const before = await check('--base saved')
    expect([before.exit, before.new]).toEqual([0, []])
    expect(before.known.length).toBeGreaterThan(0)
    await sh('sed -i "s/^      description: .$/      x-d: |/" pay.yaml')
    expect((await check('--base saved')).new.length).toBeGreaterThan(0)
  })

  it.each([
    ['an id', `pay.yaml ${embedded}`, 2, 'needs the api_id of pay.yaml'],
    ['a dashboard', 'pay.yaml --ruleset-file rules.yaml', 2, 'local rulesets need none'],
  ])('needs %s', async (_, flags, exit, says) => {
    const { check, sh } = await withWorkspace()
    await sh('rm .governance.yml')
    const found = await check(`--base saved ${flags}`)
    expect([found.exit, found.stderr]).toEqual([exit, expect.stringContaining(says)])
  })

  it('is not found where the dashboard has none', async () => {
    const { check, write } = await withWorkspace()
    write(
      '.governance.yml',
      'version: 1\ndashboard: { url: embedded, workspace: workspace }\nruleset_ids: [rs-docs]\ndefinitions: [{ file: pay.yaml, api_id: absent }]\n',
    )
    expect((await check('--base saved')).exit).toBe(6)
  })
})

describe('the base of a file', () => {
  it('compares with another version of the definition', async () => {
    const { check, write } = await repository()
    write('before.json', '{ "openapi": "3.1.0", "info": { "title": "O", "version": "1" }, "paths": {} }')
    write('openapi.yaml', 'openapi: 3.1.0\ninfo: { title: O, version: "1" }\npaths: {}\n')
    expect(await check('openapi.yaml --base before.json')).toMatchObject({
      exit: 0,
      known: ['openapi.yaml info'],
    })
    expect((await check('openapi.yaml --base absent.json')).exit).toBe(2)
  })
})

describe('beside other excuses', () => {
  it('leaves to waivers and the baseline what they excuse', async () => {
    const { check, sh, write } = await repository()
    await sh('gov baseline create --baseline known.json')
    write('openapi.yaml', api('a b c! d'))
    const line = 'gov check --ci none --format json --baseline known.json --strict-baseline --base main'
    const report = JSON.parse((await sh(line)).stdout)
    expect(report).toMatchObject({ baselined_count: 2, known_count: 2, error_count: 3 })
    expect((await check('--baseline known.json --base main')).exit).toBe(1)
  })
})

describe('in shards', () => {
  it('gives an earlier file to one definition of the whole run', async () => {
    const { sh } = await repository()
    await sh(
      'for n in 1 2 3 4 5 6; do cp openapi.yaml $n-api.yaml; done && git rm -q --cached openapi.yaml && rm openapi.yaml',
    )
    for (const part of [1, 2])
      await sh(`gov check --ci none --base main --shard ${part}/2 --run 7 --output json=${part}.json`)
    const merged = await sh('gov report merge 1.json 2.json --format json')
    expect(merged.exitCode).toBe(1)
    const { run, ...report } = JSON.parse(merged.stdout)
    expect(report).toMatchObject({ known_count: 2, error_count: 12 })
    expect(run.base.definitions.filter((definition: object) => 'base_file' in definition)).toHaveLength(1)
  })

  it('is not one file for the definitions of several', async () => {
    const { sh, write } = await repository()
    await sh('cp openapi.yaml before.yaml')
    for (const name of ['one', 'two', 'three']) write(`${name}-api.yaml`, api('a b'))
    for (const part of [1, 2, 3, 4]) {
      const { exitCode, stderr } = await sh(
        `gov check --ci none --base before.yaml --shard ${part}/4 --run 7`,
      )
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is one file')])
    }
  })

  it('is merged, and reports of different bases are not', async () => {
    const { sh, write } = await repository()
    write('two-api.yaml', api('x', 'Two'))
    await sh('git add -A && git commit -qm two && git branch -f main')
    write('two-api.yaml', api('x y', 'Two'))
    write('openapi.yaml', api('a b c! d'))
    await sh('git commit -qam three')
    for (const part of [1, 2])
      await sh(`gov check --ci none --base main --shard ${part}/2 --run 7 --output json=${part}.json`)
    const merged = await sh('gov report merge 1.json 2.json --format json')
    expect(merged.exitCode).toBe(1)
    expect(JSON.parse(merged.stdout)).toMatchObject({
      known_count: 3,
      error_count: 5,
      run: { base: { name: 'main' } },
    })
    expect(merged.stdout).toContain('2 new issues, 3 known at main')
    await sh('gov check --ci none --base HEAD --shard 2/2 --run 7 --output json=2.json')
    const refused = await sh('gov report merge 1.json 2.json')
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('from different runs')])
  })
})

it.each([
  ['--watch', 'cannot be combined with --watch'],
  ['--base-policy some', '--base-policy must be one of'],
])('is refused with %s', async (flags, says) => {
  const { sh } = await repository()
  const { exitCode, stderr } = await sh(`gov check --base main ${flags}`)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)])
})

it('sees no change in line breaks and a byte order mark', async () => {
  const { check, write } = await repository()
  write('openapi.yaml', `\ufeff${api('a b c!').replaceAll('\n', '\r\n')}`)
  expect(await check()).toMatchObject({ exit: 0, new: [], known: ['openapi.yaml a', 'openapi.yaml b'] })
})

it('keeps the whole report consistent', async () => {
  const { sh, write, cwd } = await repository()
  write('openapi.yaml', api('a b c! d'))
  await sh('gov check --ci none --base main --output json=run.json')
  expect((await sh('gov report render run.json --format table')).stdout).toContain(
    '1 new issue, 2 known at main',
  )
  const text = readFileSync(join(cwd, 'run.json'), 'utf8')
  expect(JSON.parse(text).run.base).toMatchObject({
    kind: 'git',
    name: 'main',
    policy: 'new',
    definitions: [{ file: 'openapi.yaml', base_file: 'openapi.yaml' }],
  })
  chmodSync(join(cwd, 'run.json'), 0o644)
})
