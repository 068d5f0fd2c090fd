/**
 * `npm test`: builds, and then looks at behaviour, and beside that at types and style, which take only what the tests leave
 * of the processors. What those two say comes in one piece each, as soon as they have ended; what failed is named again at
 * the end. Arguments go to vitest.
 */
import { spawn, spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'

const inFolder = { cwd: new URL('..', import.meta.url) }

const running = new Set()

function ended(child) {
  running.add(child)
  return new Promise((settle) =>
    child.on('close', (code) => {
      running.delete(child)
      settle(code ?? 1)
    }),
  )
}

function behaviour() {
  const argv = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts']
  const env = { ...process.env, GOV_TEST_BUILT: '1' }
  return ended(
    spawn(process.execPath, [...argv, ...process.argv.slice(2)], { ...inFolder, env, stdio: 'inherit' }),
  )
}

async function script(name) {
  const child = spawn(`npm run --silent ${name}`, {
    ...inFolder,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, 10)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
  const code = await ended(child)
  process.stdout.write(Buffer.concat(output))
  return code
}

/** Once interrupted, nothing else begins. */
let interruption
const typesAndStyle = async () => ({
  types: await script('types'),
  lint: interruption ? 1 : await script('lint'),
})

// Ctrl-C reaches all of them; the tests remove what they have written, and this waits for it.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => {
    interruption = code
    if (signal === 'SIGTERM') for (const child of running) child.kill(signal)
  })

process.exitCode = await all()

async function all() {
  const { status } = spawnSync('npm run --silent build', { ...inFolder, shell: true, stdio: 'inherit' })
  if (status !== 0) return status ?? 1
  const [codes, tests] = await Promise.all([typesAndStyle(), behaviour()])
  if (interruption) return interruption
  const failed = Object.entries({ ...codes, tests }).filter(([, code]) => code !== 0)
  for (const [name, code] of failed) process.stderr.write(`npm test: ${name} failed (exit ${code})\n`)
  return failed[0]?.[1] ?? 0
}
