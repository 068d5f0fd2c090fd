import { fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../folders.js'

const servers = new Set()

/** Ends what is served still. */
export function stopServers() {
  for (const server of servers) server.kill('SIGKILL')
}

/** The slow service, at its address; its file describes its settings. */
export async function serveSlowly({ latency, issues }) {
  const child = fork(join(import.meta.dirname, 'slow-service.js'), [String(latency), String(issues)])
  const port = await first(child, (settle) => child.once('message', settle))
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') }
}

/** The built `gov sandbox serve` over a workspace. */
export async function serveSandbox(workspace) {
  const argv = [join(projectRoot, 'bin/gov.js'), 'sandbox', 'serve', '--workspace', workspace, '--port', '0']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const url = await first(child, (settle) => {
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told += text
      const found = /http:\/\/[\d.]+:\d+/.exec(told)?.[0]
      if (found) settle(found)
    })
  })
  return { url, stop: () => child.kill('SIGKILL') }
}

/** What a server tells first; one that ends before it is a failure. */
function first(child, listen) {
  servers.add(child)
  return new Promise((settle, reject) => {
    child.once('exit', (code) => {
      servers.delete(child)
      reject(new Error(`a server ended with ${code} before it served`))
    })
    listen(settle)
  })
}
