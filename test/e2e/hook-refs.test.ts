import { describe, expect, it } from 'vitest'
import { api, checked, config, outcome, passes, refused, skipped, withHook } from './hook-repository.ts'

const fixBug = `printf '%s' '${api}' >openapi.yaml && git commit -qam 'fix bug'`
const newLink = `ln -s openapi.yaml "a
b"`

describe('what is pushed, as Git names it', () => {
  it.each<[string, string, ReturnType<typeof outcome>]>([
    [
      'the text of a commit, with a blank',
      `${fixBug} && git push origin ':/fix bug:refs/heads/main'`,
      checked,
    ],
    [
      'and one that passes',
      "git commit -q --allow-empty -m 'fix bug' && git push origin ':/fix bug:refs/heads/main'",
      passes,
    ],
    ['a time', `${fixBug} && git push origin 'HEAD@{0 seconds ago}:refs/heads/x'`, checked],
    ['a text behind a ref', `${fixBug} && git push origin 'HEAD^{/fix bug}:refs/heads/x'`, checked],
    [
      'a name that looks like a line of Git',
      `${fixBug} && z=$(printf %040d 0) && git commit -q --allow-empty -m "a $z refs/heads/x $z" && git push origin ":/a $z refs/heads/x $z:refs/heads/x"`,
      checked,
    ],
    [
      'a name with a line break',
      `${fixBug} && git push origin "HEAD^{/fix.bug
}:refs/heads/x"`,
      refused,
    ],
    ['a name that is not UTF-8', `${fixBug} && git push origin "HEAD:refs/heads/$(printf '\\351')"`, checked],
    ['a tag of a tree', `${fixBug} && git tag t 'HEAD^{tree}' && git push origin t`, checked],
    ['a signed tag of a tree', `${fixBug} && git tag -am t t 'HEAD^{tree}' && git push origin t`, checked],
    ['a tag of a tree that passes', "git tag t 'HEAD^{tree}' && git push origin t", passes],
    [
      'a tag of another tree with the same definitions',
      "git tag t 'HEAD^{tree}' && git push -q --no-verify origin t && echo x >x && git add x && git commit -qm x && git tag -f t 'HEAD^{tree}' && git push -f origin t",
      passes,
    ],
    [
      'a tag of the same tree',
      "git tag t 'HEAD^{tree}' && git push -q --no-verify origin t && git tag -f t HEAD && git push -f origin t",
      skipped,
    ],
    ['a tag of a tag of a file', 'git tag -am t t HEAD:notes.txt && git push origin t', skipped],
    [
      'a tag of another file',
      'git tag t HEAD:notes.txt && git push -q origin t && git tag -f t HEAD:rules.yaml && git push -f origin t',
      skipped,
    ],
    [
      'a submodule whose name is quoted',
      `git init -q 'p"q' && printf '%s' '${api}' >'p"q/api.yaml' && git -C 'p"q' add -A && git -C 'p"q' commit -qm a && printf '%s' '${config.replace('openapi.yaml', '"**/*api.yaml"')}' >.governance.yml && git add -A && git commit -qm sub && git push origin main`,
      { ...refused, code: '2' },
    ],
    [
      'a link whose name has a line break',
      `${newLink} && git add -A && git commit -qm two && git push origin main`,
      passes,
    ],
    [
      'such a link beside a definition that fails',
      `${newLink} && git add -A && ${fixBug} && git push origin main`,
      checked,
    ],
  ])('%s', async (_, line, expected) => {
    const { sh } = await withHook()
    const finished = await sh(line)
    expect(outcome(finished)).toEqual(expected)
    expect(finished.stderr).not.toMatch(/\^\{(?:tree|commit)\}/)
  })

  it.each<[string, string, string]>([
    [
      'a commit that is not here',
      `refs/heads/main ${'1'.repeat(40)} refs/heads/main ${'0'.repeat(40)}`,
      `Git cannot read ${'1'.repeat(40)}`,
    ],
    ['a word', 'main', 'the name of what is pushed has a line break'],
    [
      'three fields',
      `${'1'.repeat(40)} refs/heads/main ${'0'.repeat(40)}`,
      'the name of what is pushed has a line break',
    ],
    [
      'a name where the commit should be',
      `a b refs/heads/main ${'0'.repeat(40)}`,
      'the name of what is pushed has a line break',
    ],
  ])('%s blocks the push', async (_, line, message) => {
    const { sh } = await withHook()
    const { exitCode, stderr } = await sh(`echo '${line}' | .git/hooks/pre-push origin ../remote.git`)
    expect([exitCode, stderr]).toEqual([
      2,
      `gov: push blocked: ${message} (skip once: git push --no-verify)\n`,
    ])
  })
})
