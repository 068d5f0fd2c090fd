import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'
import { tempTree } from '../temp-tree.ts'

const archives = [
  'linux-arm64.tar.gz',
  'linux-x64.tar.gz',
  'macos-arm64.tar.gz',
  'macos-x64.tar.gz',
  'windows-x64.zip',
]
const sumOf = (index: number) => String(index).repeat(64)
const sums = archives.map((name, index) => `${sumOf(index)}  gov-${name}\n`)

function run(cwd: string) {
  const script = join(projectRoot, 'bin/binary/formulas.js')
  return spawnSync(process.execPath, [script, cwd], { encoding: 'utf8' })
}

it('the formulas name each archive of a release with its checksum', async () => {
  const cwd = await tempTree({ SHA256SUMS: sums.join('') })
  expect(run(cwd)).toMatchObject({ status: 0, stderr: '' })
  const formula = readFileSync(join(cwd, 'gov.rb'), 'utf8')
  const pairs = [...formula.matchAll(/url "(.*)"\n +sha256 "(.*)"/g)].map(([, url, sum]) => [url, sum])
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const url = (name: string) => `https://github.com/gov-cli/gov/releases/download/v${version}/gov-${name}`
  expect(pairs).toEqual([2, 3, 0, 1].map((index) => [url(archives[index] ?? ''), sumOf(index)]))
  expect(formula.match(/\b(?:do|def)\b/g)).toHaveLength((formula.match(/^ *end$/gm)?.length ?? 0) - 1)
  expect(JSON.parse(readFileSync(join(cwd, 'gov.json'), 'utf8'))).toMatchObject({
    version,
    architecture: { '64bit': { url: url('windows-x64.zip'), hash: sumOf(4) } },
  })
})

it('an archive without a checksum is an error', async () => {
  const cwd = await tempTree({})
  writeFileSync(join(cwd, 'SHA256SUMS'), sums.slice(1).join(''))
  const { status, stderr } = run(cwd)
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('SHA256SUMS does not list gov-linux-arm64.tar.gz'),
  ])
})
