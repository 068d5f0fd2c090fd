import { describe, expect, it } from 'vitest'
import { gitRepository } from './git-repository.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const rules =
  'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }\n'
const files = {
  'apis/a.yaml': api,
  'more/b.yaml': api,
  'more/notes.txt': 'x\n',
  'docs/readme.md': 'x\n',
  'rules.yml': rules,
  'policy.yml': 'version: 1\nrequire: { all_definitions: true }\n',
  'except.yml': 'version: 1\nrequire: { all_definitions: true, except_definitions: ["more/**"] }\n',
  '.governance.yml': 'version: 1\ndefinitions: ["**/*.yaml"]\nruleset_files: [rules.yml]\n',
}
/** The files are copies, which git would keep unless it looks at them again. */
const fresh = 'mkdir -p "$(git rev-parse --git-path info)" && git status -s'
const cone = `${fresh} && git sparse-checkout set --cone apis`
const skip = 'git update-index --skip-worktree'

async function run(line: string, flags: string) {
  const { sh } = await gitRepository({ files })
  const made = await sh(line)
  expect(made.exitCode, made.stderr).toBe(0)
  const { exitCode, stderr } = await sh(`gov check --ci none --quiet ${flags}`)
  return { exit: exitCode, stderr: stderr.replaceAll(/\s+/g, ' ') }
}

const leftOut = 'more/b.yaml, which "**/*.yaml" matches, is left out of the work tree'

describe('a search over files that git leaves out of the work tree', () => {
  it.each<[string, string, string, number]>([
    ['folders', cone, '', 2],
    ['folders, by patterns', `${fresh} && git sparse-checkout set --no-cone '/*' '!/more/'`, '', 2],
    [
      'folders, in an index that holds them as one',
      `${fresh} && git sparse-checkout set --cone --sparse-index apis`,
      '',
      2,
    ],
    ['one file', `${skip} more/b.yaml && rm more/b.yaml`, '', 2],
    [
      'one file of an index in two parts',
      `${skip} more/b.yaml && rm more/b.yaml && git update-index --split-index && touch apis/a.yaml && git add apis`,
      '',
      2,
    ],
    ['what an exclusion of the caller leaves in', cone, "--exclude 'more/c*'", 2],
    ['files that an argument names', cone, './ --ruleset-file rules.yml', 2],
    ['files that an exclusion leaves out', cone, "--exclude 'more/**'", 0],
    ['files beyond the search', cone, "--definition 'apis/**'", 0],
    [
      'files of other names',
      `${skip} more/notes.txt docs/readme.md && rm more/notes.txt docs/readme.md`,
      "--definition '**'",
      0,
    ],
    ['nothing, where the file is there', `${skip} more/b.yaml`, '', 0],
    ['nothing any more', `${cone} && git sparse-checkout disable`, '', 0],
    ['nothing, in an index of version 4', 'git update-index --index-version 4', '', 0],
    ['nothing, for a file that was deleted', 'rm more/b.yaml', '', 0],
  ])('%s', async (_, line, flags, exit) => {
    const found = await run(line, flags)
    expect(found.exit, found.stderr).toBe(exit)
    if (exit === 2) expect(found.stderr).toContain('more/b.yaml, which')
    if (exit === 2 && flags === '') expect(found.stderr).toContain(leftOut)
  })

  it.each<[string, string, string, number]>([
    ['all_definitions', cone, 'policy.yml', 2],
    ['one file', `${skip} more/b.yaml && rm more/b.yaml`, 'policy.yml', 2],
    ['files that the policy excepts', cone, 'except.yml', 0],
    ['files of other names', `${skip} more/notes.txt && rm more/notes.txt`, 'policy.yml', 0],
    [
      'a folder that is not searched',
      `mkdir -p vendor/x && cp apis/a.yaml vendor/x && git add -A && ${skip} vendor/x/a.yaml && rm -r vendor`,
      'policy.yml',
      0,
    ],
    ['nothing any more', `${cone} && git sparse-checkout disable`, 'policy.yml', 0],
  ])('as all_definitions sees %s', async (_, line, policy, exit) => {
    const named =
      exit === 2 || policy === 'except.yml' ? 'apis/a.yaml' : 'apis/a.yaml --definition more/b.yaml'
    const found = await run(line, `--policy ${policy} --definition ${named}`)
    expect(found.exit, found.stderr).toBe(exit)
    if (exit === 2)
      expect(found.stderr).toContain('more/b.yaml, which require.all_definitions may mean, is left out')
  })

  it('of a linked work tree, and of none beside it', async () => {
    const { sh } = await gitRepository({ files })
    await sh(`git worktree add -q ../linked && cd ../linked && ${cone}`)
    const { exitCode, stderr } = await sh('cd ../linked && gov check --ci none --quiet')
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(leftOut)])
    expect((await sh('gov check --ci none --quiet')).exitCode).toBe(0)
  })

  it('of a submodule, and of one that is not checked out once git checks out all', async () => {
    const { sh } = await gitRepository({ files })
    await sh(
      `git clone -q . ../lib && git -c protocol.file.allow=always submodule --quiet add ../lib part && git commit -qm part && git -C part sparse-checkout set --cone apis`,
    )
    const { exitCode, stderr } = await sh('gov check --ci none --quiet')
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('part/more/b.yaml, which "**/*.yaml" matches'),
    ])
    await sh('git -C part sparse-checkout disable')
    expect((await sh('gov check --ci none --quiet')).exitCode).toBe(0)
    const made = await sh(
      'git submodule --quiet deinit -f part && rmdir part && git sparse-checkout set --cone apis more && git sparse-checkout disable',
    )
    expect(made.exitCode, made.stderr).toBe(0)
    expect((await sh('gov check --ci none --quiet')).stderr).toContain(
      'the submodule part is not checked out',
    )
  })

  it('says what it cannot ask', async () => {
    const { sh } = await gitRepository({ files, next: cone })
    const { exitCode, stderr } = await sh(
      'PATH=$(dirname "$(command -v node)"):/nowhere; $(command -v gov) check --ci none',
    )
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/git not found|left out/)])
  })
})
