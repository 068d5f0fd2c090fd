import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Builds the program once before the tests, so that what runs end to end is what the sources say. */
export default function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
}
