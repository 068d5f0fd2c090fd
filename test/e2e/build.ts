import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Builds the program once before the tests, unless `npm test` just did: what runs end to end is what the sources say. */
export default function build(): void {
  if (process.env.GOV_TEST_BUILT) return
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
}
