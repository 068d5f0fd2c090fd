import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCommitReader } from '../../../src/check/git/commit-reader.ts'
import { createRemoteFiles } from '../../../src/check/sources/remote-files.ts'

const place = { root: '/work', cwd: '/work', realCwd: '/work', has: async () => true }

function computeId(content: string, algorithm: string): string {
  const bytes = Buffer.from(content)
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Reads `a.yaml` of a commit where the run has read `known` under that name. */
async function readCommitted(committed: string, known: string | undefined, algorithm: string) {
  const asked: string[] = []
  const id = computeId(committed, algorithm)
  const tree = {
    find: async (path: string) => ({ kind: 'file' as const, path, id }),
    read: async (name: string) => {
      asked.push(name)
      return new TextEncoder().encode(committed)
    },
    paths: ['a.yaml'],
    allPaths: async () => ['a.yaml'],
  }
  const reader = createCommitReader(tree, place, createRemoteFiles(), () => known)
  const { text, bytes } = await reader.read('a.yaml', 'file')
  expect(Buffer.from(bytes).toString()).toBe(committed)
  return { text, asksGit: asked.length > 0 }
}

describe.each(['sha1', 'sha256'])('a file of a commit, with ids of %s', (algorithm) => {
  it.each([
    ['is what the run has read', 'a: ä\n', 'a: ä\n', false],
    ['was edited since', 'a: ä\n', 'a: b\n', true],
    ['has other line breaks in the work tree', 'a: b\n', 'a: b\r\n', true],
    ['is not read in the run', 'a: b\n', undefined, true],
    ['has a byte order mark, which texts lack', '\ufeffa: b\n', 'a: b\n', true],
    ['has one byte order mark, and the work tree two', '\ufeffa: b\n', '\ufeffa: b\n', false],
  ])('%s', async (_, committed, known, asksGit) => {
    const text = committed.replace(/^\ufeff/, '')
    expect(await readCommitted(committed, known, algorithm)).toEqual({ text, asksGit })
  })
})
