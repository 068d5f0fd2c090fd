import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Builds the program before the tests: what runs end to end is what the sources say. What the tests leave in the temporary
 * folder goes with them. Vitest calls this for each project of a run, and only the first call counts.
 */
export default function build(): (() => void) | undefined {
  if (process.env.GOV_TEST_PREPARED) return undefined
  process.env.GOV_TEST_PREPARED = '1'
  const temporary = inMemory() ?? mkdtempSync(join(tmpdir(), 'gov-tests-'))
  process.env.TMPDIR = temporary
  if (!process.env.GOV_TEST_BUILT) {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: 'inherit',
    })
  }
  return () => rmSync(temporary, { recursive: true, force: true })
}

/** A folder in memory, where writing, syncing and removing many small files costs next to nothing; Linux has one. */
function inMemory(): string | undefined {
  const place = '/dev/shm'
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return undefined
  try {
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize < 2 * 2 ** 30) return undefined
    const folder = mkdtempSync(join(place, 'gov-tests-'))
    writeFileSync(join(folder, 'runs'), '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(join(folder, 'runs'))
    return folder
  } catch {
    return undefined
  }
}
