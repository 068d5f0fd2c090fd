import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanEnv, type Finished, projectRoot } from '../e2e/run-gov.ts'

/** The package as `npm pack` makes it from the built program. */
export function packGov(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-pack-'))
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: projectRoot,
  })
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'nothing was packed')
}

const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const rules = (severity: string) =>
  `rules:\n  described: { given: $.info, severity: ${severity}, then: { field: description, function: truthy } }\n`

/** Rules that accept the API of the repository, or do not. */
export function setVerdict(folder: string, verdict: 'pass' | 'fail'): void {
  writeFileSync(join(folder, 'rules.yaml'), rules(verdict === 'pass' ? 'warn' : 'error'))
}

/** A repository that has the package among its dependencies, as a team would, with its lock file and a config. */
export function makeRepository(tarball: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-repository-'))
  const package_ = {
    name: 'shop',
    version: '1.0.0',
    private: true,
    devDependencies: { '@gov-cli/gov': `file:${tarball}` },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(package_))
  writeFileSync(join(folder, 'openapi.yaml'), api)
  writeFileSync(
    join(folder, '.governance.yml'),
    'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\n',
  )
  setVerdict(folder, 'pass')
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--silent', '--no-audit'], {
    cwd: folder,
  })
  execFileSync('git', ['init', '-q'], { cwd: folder })
  return folder
}

export function remove(...folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'gov-copy-'))
  cpSync(folder, copy, { recursive: true })
  return copy
}

/**
 * Lines as the agent of a CI system runs them: each in turn by bash, with the job's variables, until one fails. npm is
 * kept from the network.
 */
export function runLines(
  lines: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const program = ['set -eo pipefail', ...lines].join('\n')
  return runBash(['-c', program], cwd, env)
}

export function runBash(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
  const child = spawn('bash', ['--noprofile', '--norc', ...argv], {
    cwd,
    env: cleanEnv({ ...npm, npm_config_update_notifier: 'false', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  return new Promise((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => settle({ exitCode, signal, ...text }))
  })
}
