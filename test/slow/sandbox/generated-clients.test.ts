import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { type Served, serveSandbox } from '../../e2e/served.ts'
import { tempTree } from '../../temp-tree.ts'

const run = promisify(execFile)
const calls = join(import.meta.dirname, 'fixtures/clients')

const contract = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})

/** A folder with a package of a registry, the contract of a sandbox that is being served, and the calls. Skips without a registry. */
async function prepare({ skip }: TestContext, install: (folder: string) => Promise<unknown>) {
  const folder = await tempTree()
  await install(folder).catch((error: Error) => {
    const [command, reason = command] = error.message.trim().split('\n')
    process.stderr.write(`not installed: ${reason}\n`)
    skip(reason)
  })
  const served: Served = await serveSandbox()
  onTestFinished(async () => void (await served.stop()))
  const text = await (await fetch(`${served.url}/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), text)
  cpSync(calls, folder, { recursive: true })
  const operations = Object.entries(contract.parse(JSON.parse(text)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      request: `${method.toUpperCase()} ${path}`,
    })),
  )
  return { folder, url: served.url, operations }
}

const calledIn = (stdout: string) => [...new Set(stdout.trim().split('\n'))].sort()

test('TypeScript: every operation, with types that compile', async (context) => {
  const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']
  const { folder, url, operations } = await prepare(context, async (cwd) => {
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
    await run('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', ...packages], { cwd })
  })
  const inFolder = { cwd: folder }
  const generated = await run('npx', ['openapi-typescript', 'openapi.json', '-o', 'schema.ts'], inFolder)
  expect(generated.stdout + generated.stderr).not.toMatch(/warn|error/i)
  const flags = '--strict --noUncheckedIndexedAccess --module nodenext --target es2022 --lib es2022,dom'
  const compiled = await run('npx', ['tsc', ...flags.split(' '), 'calls.ts'], inFolder).catch(
    (error) => error,
  )
  expect(compiled.stdout).toBe('')
  const { stdout } = await run(process.execPath, ['calls.js', url], inFolder)
  expect(calledIn(stdout)).toEqual(operations.map(({ request }) => request).sort())
})

test('Python: every operation, with models for every body and answer', async (context) => {
  const bin = (folder: string, program: string) => join(folder, 'venv/bin', program)
  const { folder, url, operations } = await prepare(context, async (cwd) => {
    await run('python3', ['-m', 'venv', 'venv'], { cwd })
    const flags = ['--quiet', '--disable-pip-version-check', 'openapi-python-client==0.29.1']
    await run(bin(cwd, 'pip'), ['install', ...flags], { cwd })
  })
  const flags = ['--path', 'openapi.json', '--meta', 'none', '--output-path', 'client']
  const generated = await run(bin(folder, 'openapi-python-client'), ['generate', ...flags], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'venv/bin')}:${process.env.PATH}` },
  })
  // The generator sends JSON, which is YAML.
  const warnings = /^(?:WARNING|ERROR|Unsupported|Attempted|Skipping|Cannot|Could not).*$/gm
  const about = 'WARNING parsing POST /api/evaluations/sandbox/oas within evaluations.'
  expect((generated.stdout + generated.stderr).match(warnings)).toEqual(
    ['application/yaml', 'application/x-yaml', 'text/yaml'].flatMap((type) => [
      about,
      `Unsupported content type ${type}`,
    ]),
  )
  const { stdout } = await run(bin(folder, 'python'), ['calls.py', url], { cwd: folder })
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  expect(calledIn(stdout)).toEqual(operations.map(({ operationId }) => snakeCase(operationId)).sort())
})
