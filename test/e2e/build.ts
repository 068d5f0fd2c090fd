import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Builds the program once before the tests, unless `npm test` just did: what runs end to end is what the sources say.
 * What the tests leave in the temporary folder goes with them.
 */
export default function build(): () => void {
  const temporary = mkdtempSync(join(tmpdir(), 'gov-tests-'))
  process.env.TMPDIR = temporary
  if (!process.env.GOV_TEST_BUILT) {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: 'inherit',
    })
  }
  return () => rmSync(temporary, { recursive: true, force: true })
}
