import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { localReader } from '../../../src/check/sources/local-files.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

const part = 'type: string\n'
const tree = {
  'shared/part.yaml': part,
  'apis/orders/openapi.yaml': 'openapi: 3.0.3\n',
  'apis/orders/part.yaml': part,
  'apis/orders/parts/part.yaml': part,
  'apis/other/part.yaml': part,
}

async function readFrom(cwd: string, reference: string, from = 'apis/orders/openapi.yaml'): Promise<string> {
  const read = localReader('apis/orders/openapi.yaml', createSources(cwd))
  return read(reference, from).then(
    ({ name, text }) => (text === part ? name : `not the text of ${name}`),
    (error: Error) => error.message,
  )
}

it.each([
  ['beside it', 'part.yaml', undefined, 'apis/orders/part.yaml'],
  ['below it', './parts/part.yaml', undefined, 'apis/orders/parts/part.yaml'],
  ['above it', '../../shared/part.yaml', undefined, 'shared/part.yaml'],
  ['from another file', '../other/part.yaml', 'apis/shared/x.yaml', 'apis/other/part.yaml'],
])('in a repository, reads a file %s', async (_where, reference, from, found) => {
  const cwd = await tempTree({ ...tree, '.git/HEAD': 'ref: refs/heads/main\n', '.git/part.yaml': part })
  expect(await readFrom(cwd, reference, from)).toBe(found)
})

it.each([
  ['a file above it', '../../../part.yaml'],
  ['a path that leaves it and returns to another', '../../../other/part.yaml'],
  ['an absolute path', '/etc/hostname'],
  ['what git keeps', '../../.git/part.yaml'],
  ['what git keeps, in capitals', '../../.GIT/part.yaml'],
  ['a link out of it', 'link.yaml'],
  ['a folder that is a link out of it', 'linked/part.yaml'],
  ['a link to what git keeps', 'git.yaml'],
])('in a repository, does not read %s', async (_what, reference) => {
  const root = await tempTree({ 'part.yaml': part, 'other/part.yaml': part })
  const cwd = await tempTree({ ...tree, '.git/part.yaml': part })
  await symlink(join(root, 'part.yaml'), join(cwd, 'apis/orders/link.yaml'))
  await symlink(join(cwd, '.git/part.yaml'), join(cwd, 'apis/orders/git.yaml'))
  await symlink(join(root, 'other'), join(cwd, 'apis/orders/linked'))
  expect(await readFrom(cwd, reference)).toMatch(/(is outside the definition's repository|does not exist)/)
})

it('reads a link to JSON or YAML alone, whatever the link is called', async () => {
  const cwd = await tempTree({ ...tree, '.git/HEAD': '', '.env': 'SECRET=1\n', 'shared/part.json': part })
  await symlink('.env', join(cwd, 'secret.yaml'))
  await symlink('shared/part.json', join(cwd, 'json.yaml'))
  expect(await readFrom(cwd, '../../secret.yaml')).toBe('file .env needs a .json, .yaml or .yml extension')
  expect(await readFrom(cwd, '../../json.yaml')).toBe('json.yaml')
})

it('reads texts, but nothing that may hold a secret', async () => {
  const files = {
    'apis/orders/a.md': part,
    'apis/orders/b.SH': part,
    '.env': 'S=1',
    'key.pem': 'S',
    id_rsa: 'S',
  }
  const cwd = await tempTree({ ...tree, '.git/HEAD': '', ...files })
  await symlink('../../.env', join(cwd, 'apis/orders/c.md'))
  expect(await readFrom(cwd, 'a.md')).toBe('apis/orders/a.md')
  expect(await readFrom(cwd, 'b.SH')).toBe('apis/orders/b.SH')
  for (const lost of ['../../.env', '../../key.pem', '../../id_rsa', 'c.md'])
    expect(await readFrom(cwd, lost)).toMatch(/needs a \.json, \.yaml or \.yml extension$/)
})

it('outside of a repository, reads only what is in the folder of the definition', async () => {
  const cwd = await tempTree(tree)
  expect(await readFrom(cwd, 'parts/part.yaml')).toBe('apis/orders/parts/part.yaml')
  expect(await readFrom(cwd, '../../shared/part.yaml')).toBe(
    "shared/part.yaml is outside the definition's folder, so it was not read",
  )
})

it('reads what a linked folder of definitions holds', async () => {
  const elsewhere = await tempTree(tree)
  const cwd = await tempTree({ '.git/HEAD': '', 'README.md': '' })
  await symlink(join(elsewhere, 'apis'), join(cwd, 'apis'))
  expect(await readFrom(cwd, 'part.yaml')).toBe('apis/orders/part.yaml')
})
