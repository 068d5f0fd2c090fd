import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fenceFault, findFence } from '../../../src/check/sources/fence.ts'
import { tempTree } from '../../temp-tree.ts'

const [program, link] = ['is executable', 'is a symbolic link']

it.each<[string, 'read' | 'write', string | undefined]>([
  ['plain.json', 'write', undefined],
  ['new.json', 'write', undefined],
  ['sub/new.json', 'write', undefined],
  ['run.sh', 'write', program],
  ['run.sh', 'read', undefined],
  ['other-name.sh', 'write', program],
  ['link.json', 'write', link],
  ['link.json', 'read', undefined],
  ['pipe', 'write', 'is a pipe or a device'],
  ['sub/../plain.json', 'read', undefined],
  ['sub/../../outside.json', 'read', 'is outside the repository'],
  ['.git', 'read', 'is inside .git'],
  ['sub/.Git/config', 'read', 'is inside .git'],
  ['hidden/config', 'read', 'is inside .git'],
  ['/proc/self/environ', 'read', 'is outside the repository'],
  ['/proc/self/cwd/plain.json', 'write', 'is outside the repository'],
])('%s, to %s', async (file, use, fault) => {
  const folder = await tempTree({ '.git/config': '', 'plain.json': '{}', 'run.sh': '', 'sub/a.json': '' })
  chmodSync(join(folder, 'run.sh'), 0o755)
  linkSync(join(folder, 'run.sh'), join(folder, 'other-name.sh'))
  symlinkSync('plain.json', join(folder, 'link.json'))
  symlinkSync('.git', join(folder, 'hidden'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const path = file.startsWith('/') ? file : join(folder, file)
  const found = await fenceFault(path, await findFence(folder), use)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})

it('ends where a submodule or a second work tree begins, whose .git is a file', async () => {
  const folder = await tempTree({
    '.git/config': '',
    'a.json': '',
    'module/.git': 'gitdir: ../.git',
    'module/b.json': '',
  })
  const fence = await findFence(join(folder, 'module'))
  expect(await fenceFault(join(folder, 'module/b.json'), fence, 'read')).toBeUndefined()
  expect(await fenceFault(join(folder, 'a.json'), fence, 'read')).toContain('is outside the repository')
})
