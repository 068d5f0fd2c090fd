/**
 * Runs the end-to-end tests of the built program on each supported Node and prints a table. A version that cannot be
 * had is named and left out; exits 1 when a test fails, or when not one version could be had.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const projectRoot = resolve(here, '../..')
const packages = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).optionalDependencies
const tests = ['test/e2e', 'test/docs', 'scenarios']
const minutes = 20

function programOf(name) {
  return join(here, 'node_modules', name, 'bin/node')
}

/** Without install scripts: the binaries are in the packages. */
function install() {
  if (Object.keys(packages).every((name) => existsSync(programOf(name)))) return
  process.stderr.write('Installing the Node versions ...\n')
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: here })
}

function versionOf(name) {
  const { status, stdout } = spawnSync(programOf(name), ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function runTests(name) {
  const started = performance.now()
  const args = ['vitest', 'run', '--config', 'test/vitest.config.ts', ...tests]
  const env = { ...process.env, CI: '1', NO_COLOR: '1', GOV_TEST_NODE: programOf(name) }
  const { status, stdout, stderr } = spawnSync('npx', args, {
    cwd: projectRoot,
    env,
    encoding: 'utf8',
    timeout: minutes * 60_000,
    maxBuffer: 2 ** 28,
  })
  const [, passed, failed, skipped] = /^tests: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(stdout) ?? []
  if (status !== 0) process.stderr.write(`${stdout}${stderr}\n`)
  return {
    ok: status === 0 && Number(passed) > 0,
    passed,
    failed,
    skipped,
    seconds: (performance.now() - started) / 1000,
  }
}

function row(cells) {
  const [first, ...others] = cells
  return `${first.padEnd(10)}${others.map((cell) => String(cell).padStart(9)).join('')}\n`
}

install()
process.stdout.write(row(['Node', 'passed', 'failed', 'skipped', 'time']))
const results = Object.keys(packages).map((name) => {
  const version = versionOf(name)
  if (version === undefined) {
    process.stdout.write(
      `${name.replace('node-', 'v').padEnd(10)}  not tested: ${packages[name]} does not run here\n`,
    )
    return undefined
  }
  const { ok, passed = '-', failed = '-', skipped = '-', seconds } = runTests(name)
  process.stdout.write(row([version, passed, failed, skipped, `${Math.round(seconds)} s`]))
  return ok
})
const tested = results.filter((ok) => ok !== undefined)
process.exitCode = tested.length > 0 && tested.every(Boolean) ? 0 : 1
