import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pipeline, sleep, studio, times } from './ask.ts'
import type { Attack } from './attack.ts'
import { copyWorkspace } from './hostile-workspace.ts'
import { readMegabytes, startSandbox } from './service.ts'

const organisation = '5e9d9544a1dcd60001d0ed20'

/** As many APIs as make a list of 4 MB, over one definition each. */
async function addApis(folder: string): Promise<void> {
  for (const at of times(10_000, (index) => index)) {
    const api = join(folder, 'apis', `many-${at}`)
    await mkdir(api)
    const record = { api_id: `many-${at}`, id: `f${String(at).padStart(23, '0')}`, name: `Many ${at}` }
    const facts = { org_id: organisation, kind: 'oas', active: true, categories: ['many'], owners: [] }
    await writeFile(join(api, 'api.yml'), JSON.stringify({ ...record, ...facts, definition: 'openapi.json' }))
  }
}

/** Milliseconds that a lookup of another organisation takes, sorted. */
async function lookUp(url: string, count: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await fetch(`${url}/api/apis/studio-feeds`, { headers: studio }).then((answer) => answer.text())
    took.push(performance.now() - started)
    await sleep(5)
  }
  return took.sort((one, other) => one - other)
}

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

/** Connections that ask for much and read nothing, of a server with a heap of 300 MB. */
export const unreadAttacks: readonly Attack[] = ['/api/apis?p=-1', '/api/apis/categories'].map((path) => ({
  name: `150 clients that do not read ${path} of 10,000 APIs`,
  answer: /^fair; at most \d+ MB$/,
  isLong: true,
  send: async () => {
    const { folder, remove } = await copyWorkspace()
    await addApis(folder)
    const sandbox = await startSandbox(folder, [], ['--max-old-space-size=300'])
    try {
      await lookUp(sandbox.url, 50)
      const quiet = median(await lookUp(sandbox.url, 100))
      const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${pipeline.authorization}\r\n\r\n`
      const sockets = times(150, () => connect(sandbox.port, '127.0.0.1').on('error', () => {}))
      for (const socket of sockets) socket.pause().write(head)
      const busy = median(await lookUp(sandbox.url, 100))
      for (const socket of sockets) socket.destroy()
      const peak = await readMegabytes(sandbox.pid, 'VmHWM')
      const isFair = busy <= 5 * quiet ? 'fair' : `NOT FAIR: ${quiet.toFixed(1)} to ${busy.toFixed(1)} ms`
      return [`${isFair}; ${peak <= 300 ? 'at most' : 'TOO MUCH:'} ${peak} MB`]
    } finally {
      sandbox.kill('SIGTERM')
      await sandbox.ended
      await remove()
    }
  },
}))
