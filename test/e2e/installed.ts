import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './run-gov.ts'

export interface Installed {
  /** A project with the package as its one dependency. */
  readonly folder: string
  /** The package in it. */
  readonly packageFolder: string
  readonly tarball: string
  /** What `npm pack` lists. */
  readonly files: readonly string[]
  readonly packedBytes: number
  readonly unpackedBytes: number
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Packs the program as it is built, and installs the tarball into an empty folder, without a network. */
export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'gov-package-'))
  const npm = (argv: readonly string[], cwd: string) =>
    execFileSync('npm', [...argv], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, npm_config_cache: join(folder, '.npm') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  // The build of this run is packed: another one would take it away from the tests beside this.
  const told = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], projectRoot)
  const [packed]: readonly Packed[] = JSON.parse(told)
  if (packed === undefined) throw new Error(`npm pack made nothing: ${told}`)
  const { filename, files, size, unpackedSize } = packed
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  npm(['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${filename}`], folder)
  return {
    folder,
    packageFolder: join(folder, 'node_modules/@gov-cli/gov'),
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    packedBytes: size,
    unpackedBytes: unpackedSize,
  }
}
