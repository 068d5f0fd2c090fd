/**
 * From a save to the verdict on the screen, in `gov check --watch`, with spectral:oas: the median and the worst of 20
 * saves that each add or fix an issue, and the memory of the process over 200 saves of the smallest definition.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const specs = join(root, '../shared/specs')
const definitions =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['petstorev3.json', 'asana.yaml', 'stripe.yaml', 'github.json']
const saves = 20
const savesForMemory = 200

function open(name) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-watch-'))
  copyFileSync(join(specs, name), join(folder, name))
  writeFileSync(join(folder, 'rules.yaml'), 'extends: spectral:oas\n')
  const argv = ['check', '--watch', '--definition', name, '--ruleset-file', 'rules.yaml', '--no-color']
  const child = spawn(process.execPath, [join(root, 'bin/gov.js'), ...argv], { cwd: folder })
  let wake = () => {}
  let seen = ''
  child.stdout.on('data', (chunk) => {
    seen += chunk
    if (/^(?:PASS|FAIL) /m.test(seen)) wake()
  })
  const verdict = () =>
    new Promise((done) => {
      wake = () => {
        const text = seen
        seen = ''
        wake = () => {}
        done(text)
      }
    })
  return { folder, file: join(folder, name), child, verdict }
}

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

async function measure(name, times, seeMemory = () => {}) {
  const { folder, file, child, verdict } = open(name)
  await verdict()
  await wait(300)
  const whole = readFileSync(file, 'utf8')
  const edited = edit(whole)
  const took = []
  for (let index = 0; index < times; index += 1) {
    const text = index % 2 === 0 ? edited : whole
    const shown = verdict()
    const started = performance.now()
    writeFileSync(file, text)
    const screen = await shown
    took.push(performance.now() - started)
    if (!/1 new, 0 fixed|0 new, 1 fixed/.test(screen)) throw new Error(`${name}: ${screen}`)
    seeMemory(index, residentMb(child.pid))
    await wait(20)
  }
  child.kill('SIGINT')
  await new Promise((done) => child.on('close', done))
  rmSync(folder, { recursive: true })
  return took.sort((a, b) => a - b)
}

/** One operationId with a space in it: one issue more. */
function edit(text) {
  return text.replace(/("?operationId"?: *)"?([\w/-]+)"?/, '$1"$2 x"')
}

process.stdout.write('| definition | save to verdict, median of 20 | worst |\n|---|---|---|\n')
for (const name of definitions) {
  const took = await measure(name, saves)
  process.stdout.write(`| ${name} | ${took[saves / 2].toFixed(0)} ms | ${took.at(-1).toFixed(0)} ms |\n`)
}
const memory = []
await measure(definitions[0], savesForMemory, (index, mb) => {
  if ((index + 1) % 50 === 0 || index === 9) memory.push(`${mb.toFixed(0)} MB after ${index + 1}`)
})
process.stdout.write(`\nMemory over ${savesForMemory} saves of ${definitions[0]}: ${memory.join(', ')}\n`)
