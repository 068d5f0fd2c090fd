import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api, checked, outcome, passes, repository, skipped, withHook } from './hook-repository.ts'

describe('the hook before a commit', () => {
  it.each<[string, string, ReturnType<typeof outcome>]>([
    [
      'text alone',
      'git commit -qn --allow-empty -m next && echo two >>notes.txt && git commit -qam two',
      passes,
    ],
    ['a definition that fails', `printf '%s' '${api}' >openapi.yaml && git commit -qam two`, checked],
    [
      'a definition that fails, fixed and not added',
      `cp openapi.yaml good && printf '%s' '${api}' >openapi.yaml && git add openapi.yaml && mv good openapi.yaml && git commit -qm two`,
      checked,
    ],
    [
      'a definition that passes, broken and not added',
      "echo '# x' >>openapi.yaml && git add openapi.yaml && echo '{' >openapi.yaml && git commit -qm two",
      passes,
    ],
  ])('with %s', async (_, line, expected) => {
    const { sh } = await withHook('pre-commit')
    expect(outcome(await sh(line))).toEqual(expected)
  })

  const bad = `printf '%s' '${api}' >openapi.yaml`
  const onBranch = (line: string) => `git checkout -qb b && ${line} && git checkout -q main`
  const others = 'echo three >three.txt && git add three.txt && git commit -qnm three'
  it.each<[string, string, ReturnType<typeof outcome>]>([
    [
      'a merge that Git commits',
      `${onBranch(`${bad} && git commit -qnam two`)} && ${others} && git merge -q b -m m`,
      checked,
    ],
    [
      'a merge that passes',
      `${onBranch("echo '# x' >>openapi.yaml && git commit -qnam two")} && ${others} && git merge -q b -m m`,
      passes,
    ],
    [
      'a merge of text alone',
      `${onBranch('echo two >>notes.txt && git commit -qnam two')} && ${others} && git merge -q b -m m`,
      passes,
    ],
    [
      'a merge with --no-verify',
      `${onBranch(`${bad} && git commit -qnam two`)} && ${others} && git merge -q --no-verify b -m m`,
      skipped,
    ],
    [
      'a merge that a person commits',
      `${onBranch(`${bad} && git commit -qnam two`)} && ${others} && git merge -q --no-commit b; git commit -qm m`,
      checked,
    ],
    [
      'text that amends a commit which was not checked',
      `${bad} && git commit -qnam two && echo two >>notes.txt && git commit -qa --amend -m two`,
      checked,
    ],
    [
      'an amended message of one',
      `${bad} && git commit -qnam two && git commit -q --amend -m other`,
      checked,
    ],
    [
      'an amended commit that passes',
      "echo '# x' >>openapi.yaml && git commit -qnam two && git commit -q --amend -m other",
      passes,
    ],
    [
      'an amended commit of text',
      'echo two >>notes.txt && git commit -qnam two && git commit -q --amend -m other',
      passes,
    ],
    [
      'text behind a cherry-pick',
      `${onBranch(`${bad} && git commit -qnam two`)} && git cherry-pick b >/dev/null && ${others.replace('-qnm', '-qm')}`,
      checked,
    ],
  ])('of %s', async (_, line, expected) => {
    const { sh } = await withHook('pre-commit')
    expect(outcome(await sh(`git commit -qn --allow-empty -m next && ${line}`))).toEqual(expected)
  })

  it('and of a merge checks once where the hook of merges is that of commits', async () => {
    const { cwd, sh, write } = await repository()
    write('.git/hooks/pre-merge-commit', '#!/bin/sh\nexec "$(dirname "$0")/pre-commit"\n')
    chmodSync(join(cwd, '.git/hooks/pre-merge-commit'), 0o755)
    await sh('gov hook install --type pre-commit')
    const line = `${onBranch("echo '# x' >>openapi.yaml && git commit -qnam two")} && ${others} && git merge -q b -m m`
    expect(outcome(await sh(`git commit -qn --allow-empty -m next && ${line}`))).toEqual({
      ran: 1,
      pushed: true,
      code: undefined,
    })
  })

  it('says when it does not run, and removes all that it wrote', async () => {
    const { sh } = await repository()
    const { stderr } = await sh('gov hook install --type pre-commit')
    expect(stderr).toBe(
      `Wrote .git/hooks/pre-commit: gov check runs before each commit and merge.
Not before a cherry-pick, revert, rebase or git am: the pre-push hook checks what those commit.
Skip it once: git commit --no-verify
`,
    )
    expect((await sh('gov doctor')).stdout).toContain('hook         pre-commit runs gov check\n')
    await sh('rm .git/hooks/pre-merge-commit')
    expect((await sh('gov doctor')).stdout).toContain('was written by another version')
    await sh('gov hook install --type pre-commit && gov hook uninstall')
    expect((await sh('ls .git/hooks')).stdout).toBe('')
  })

  it('of a repository without commits', async () => {
    const { sh } = await withHook('pre-commit')
    const fresh = 'git checkout -q --orphan fresh && git commit -qm first'
    expect(outcome(await sh(fresh))).toEqual(passes)
  })
})
