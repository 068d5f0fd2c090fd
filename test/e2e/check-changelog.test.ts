import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type GitRepository, gitRepository } from './git-repository.ts'

function api(title: string, paths: string, version = '1.4.0'): string {
  return `openapi: 3.1.0\ninfo: { title: ${title}, version: ${version} }\npaths: {${paths}}\n`
}

const ok = '{ responses: { "200": { description: ok } } }'
const cats = `/cats: { get: ${ok}, delete: ${ok} }`
const dogs = `/dogs: { get: ${ok} }`

interface Repository extends GitRepository {
  readonly read: (name: string) => string
  readonly check: (flags: string, env?: Readonly<Record<string, string>>) => ReturnType<GitRepository['sh']>
}

async function repository(): Promise<Repository> {
  const git = await gitRepository({
    files: {
      'rules.yaml':
        'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }\n',
      'cats.yaml': api('Cats', cats),
      'dogs.yaml': api('Dogs', dogs),
      '.governance.yml': 'version: 1\ndefinitions: ["*s.yaml", "!rules.yaml"]\nruleset_files: [rules.yaml]\n',
    },
    next: 'git checkout -qb change',
  })
  return {
    ...git,
    read: (name) => readFileSync(join(git.cwd, name), 'utf8'),
    check: (flags, env = {}) => git.sh(`gov check --ci none ${flags}`, env),
  }
}

it.each(['', ' --breaking warn'])('is what gov diff says of the one that changed%s', async (more) => {
  const { check, read, sh, write } = await repository()
  write('cats.yaml', api('Cats', `/cats: { get: ${ok}, put: ${ok} }`, '1.5.0'))
  expect((await check(`--base main --changelog changes.md${more}`)).exitCode).toBe(0)
  const { stdout } = await sh('gov diff main:cats.yaml cats.yaml --format markdown')
  expect(read('changes.md')).toBe(stdout)
  expect(stdout).toContain('- **PUT /cats**: the operation was added')
})

it('names each of several, those that are gone or new, and those that cannot be compared', async () => {
  const { check, read, sh, write } = await repository()
  write('dogs.yaml', api('Dogs', `${dogs}, /cats: { $ref: gone.yaml }`))
  write('birds.yaml', 'openapi: 3.0.3\npaths: {}\ninfo:\n  version: 0.0.1\n  title: Birds of the world\n')
  await sh('rm cats.yaml')
  await check('--base main --changelog changes.md')
  expect(read('changes.md')).toBe(`## cats.yaml

The definition was removed.

## dogs.yaml

What changed is not known: the reference "gone.yaml" does not resolve.

## birds.yaml

The definition is new.
`)
  write('dogs.yaml', api('Dogs', `/dogs: { get: ${ok}, head: ${ok} }`, '1.5.0'))
  await check('--base main --changelog changes.md')
  expect(read('changes.md')).toContain(
    '## dogs.yaml 1.4.0 → 1.5.0\n\n### Added\n\n- **HEAD /dogs**: the operation was added\n',
  )
})

it('says that nothing changed, and goes to standard output only if no report does', async () => {
  const { check } = await repository()
  expect(await check('--base main --changelog - --output gov.json')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^No definition changed since main \\\([0-9a-f]{7}\\\)\.\n$/),
  })
})

it.each([
  ['--changelog changes.md', '--changelog needs --base'],
  ['--base main --changelog -', 'both write standard output'],
  ['--base main --changelog gov.json --output gov.json', 'both write gov.json'],
  ['--base main --changelog cats.yaml', 'output cats.yaml is an input of this run'],
  ['--base main --changelog gone/changes.md', 'its folder does not exist'],
  ['--watch --changelog changes.md', '--changelog applies to a single run'],
])('is refused: %s', async (flags, message) => {
  const { check, read } = await repository()
  const { exitCode, stderr } = await check(flags)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(read('cats.yaml')).toBe(api('Cats', cats))
})

it('leaves nothing of an earlier run in the file', async () => {
  const { check, read, write } = await repository()
  write('changes.md', 'of an earlier run\n')
  await check('--base nowhere --changelog changes.md')
  expect(read('changes.md')).toMatch(/^What changed is not known: .*nowhere/)
  expect((await check('--base auto --changelog changes.md', { GITHUB_ACTIONS: 'true' })).exitCode).toBe(0)
  expect(read('changes.md')).toBe('What changed is not known: there is no base to compare with.\n')
})
