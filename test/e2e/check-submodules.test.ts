import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitRepository } from './git-repository.ts'

const api = (paths: string, title = '') =>
  `openapi: 3.1.0\ninfo: {${title}}\npaths: {${paths.split(' ').map((path) => `${path}: {get: {responses: {}}}`)}}\n`
const config = 'version: 1\ndefinitions: ["**/*api.yaml"]\nruleset_files: [rules.yaml]\n'
const rules =
  'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }\n'

/** On a branch that begins at main, which has a submodule with one definition that has an issue. */
async function repository() {
  const git = await gitRepository({
    files: {
      'rules.yaml': rules,
      '.governance.yml': config,
      'policy.yaml': 'version: 1\nrequire: { all_definitions: true }\n',
    },
    next: [
      'git init -q -b main ../lib && cd ../lib',
      "printf 'openapi: 3.1.0\\ninfo: {}\\npaths: {/a: {get: {}}, /b: {get: {}}}\\n' > api.yaml",
      'cp api.yaml old-api.yaml && git add -A && git commit -qm lib && cd "../work tree"',
      'git -c protocol.file.allow=always submodule --quiet add ../lib part',
      'git commit -qm part && git checkout -qb change',
    ].join(' && '),
  })
  const check = async (flags = '--breaking error') => {
    const { exitCode, stdout, stderr } = await git.sh(
      `gov check --ci none --format json --base main --policy policy.yaml ${flags}`,
    )
    const { issues = [] }: { readonly issues?: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
      stdout || '{}',
    )
    const found = issues
      .map(({ rule_id, file, known }) => `${file} ${rule_id}${known ? ' known' : ''}`)
      .sort()
    return { exit: exitCode, found, stderr: stderr.replaceAll(/\s+/g, ' ') }
  }
  return { ...git, check }
}

const known = ['part/api.yaml titled known', 'part/old-api.yaml titled known']
const stops = {
  exit: 2,
  found: [],
  stderr: expect.stringContaining('is in a submodule without the commit of the base'),
}
const commit = 'git -C part add -A && git -C part commit -qm next'

it('a submodule that has not moved has no new issue and breaks nothing', async () => {
  const { check, write } = await repository()
  expect(await check()).toEqual({ exit: 0, found: known, stderr: expect.not.stringContaining('submodule') })
  expect(await check('')).toMatchObject({ exit: 0, found: known })
  write('part/api.yaml', api('/a'))
  expect(await check()).toMatchObject({
    exit: 1,
    found: ['part/api.yaml breaking-path-removed', ...known],
  })
})

it('one that moved is compared with the commit that the base names', async () => {
  const { check, sh, write, cwd } = await repository()
  write('part/api.yaml', api('/a'))
  rmSync(join(cwd, 'part/old-api.yaml'))
  await sh(`${commit} && git add part && git commit -qm moved`)
  const found = [
    'part/api.yaml breaking-path-removed',
    'part/api.yaml titled known',
    'part/old-api.yaml breaking-definition-removed',
  ]
  expect(await check()).toMatchObject({ exit: 1, found })
  await sh('git -C part checkout -q HEAD~1')
  expect(await check()).toMatchObject({ exit: 0, found: known })
})

it.each([
  ['its clone is shallow', 'rm -rf part && git clone -q --depth 1 "file://$(cd ../lib && pwd)" part'],
  ['it is another repository', 'mv part/api.yaml . && rm -rf part && git init -q part && mv api.yaml part'],
  ['it is a folder of this repository', 'rm part/.git'],
  ['its files are damaged', 'rm -rf .git/modules/part/objects && mkdir .git/modules/part/objects'],
])('stops where %s', async (_, line) => {
  const { check, sh } = await repository()
  await sh('cd ../lib && echo >> api.yaml && git commit -qam next')
  await sh(line)
  expect(await check()).toMatchObject(stops)
  expect(await check('--breaking off')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/submodules? without the commit of the base: all of/),
  })
})

it('stops where a link leads to another repository with that commit', async () => {
  const { check, sh, cwd } = await repository()
  await sh('git clone -q ../lib ../other')
  rmSync(join(cwd, 'part'), { recursive: true })
  symlinkSync('../other', join(cwd, 'part'))
  expect(await check('--breaking error --definition part/api.yaml')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('without the commit of the base'),
  })
})

const longName = `deep/${'l'.repeat(200)}/${'m'.repeat(200)}`

it.each([
  ['in the usual index', 'rm -rf part', 'part'],
  ['in an index of version 4', 'rm -rf part && git update-index --index-version 4', 'part'],
  ['whose folder is empty', 'rm -rf part && mkdir part', 'part'],
  ['in a work tree of its own', 'rm -rf part && git worktree add -q -f ../tree && cd ../tree', 'part'],
  ['behind files left out', 'rm -rf part && git update-index --skip-worktree rules.yaml', 'part'],
  [
    'of a long name behind others',
    `git rm -qf part && for each in deep/a "deep/é" ${longName}; do
      git update-index --add --cacheinfo "160000,$(git rev-parse HEAD),$each"; done; git update-index --index-version 4
      mkdir -p 'deep/a/x' 'deep/é/x'`,
    longName,
  ],
])('stops at a submodule that .gitmodules does not name, %s', async (_, lines, name) => {
  const { sh } = await repository()
  await sh('git rm -q --cached .gitmodules && rm .gitmodules && cp rules.yaml api.yaml')
  await sh(
    "printf 'openapi: 3.1.0\ninfo: {title: a}\npaths: {}\n' > api.yaml && git add -A && git commit -qm dropped",
  )
  for (const flags of ['', '.', '--definition api.yaml --policy policy.yaml']) {
    const { exitCode, stderr } = await sh(
      `(${lines}) >/dev/null 2>&1; cd ../tree 2>/dev/null; gov check ${flags}`,
    )
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`the submodule ${name} is not checked out`),
    ])
  }
})

it('reads submodules within submodules, and references into them', async () => {
  const { check, sh, write } = await repository()
  const inner = 'git -C part -c protocol.file.allow=always submodule --quiet add ../lib inner'
  write('part/api.yaml', `openapi: 3.1.0\ninfo: {}\npaths: {/x: {$ref: 'inner/api.yaml#/paths/~1a'}}\n`)
  await sh(`cd part && git config remote.origin.url "$(cd ../../lib && pwd)" && cd .. && ${inner}`)
  const { exitCode } = await sh(`${commit} && git add part && git commit -qm deep && git branch -f main`)
  expect(exitCode).toBe(0)
  expect((await check()).exit).toBe(0)
  write('part/inner/api.yaml', api('/b'))
  expect(await check()).toMatchObject({ exit: 5 })
})
