import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goodAnswer } from './good-answer.ts'
import type { Ended, Program } from './run-program.ts'

/** A check of three requests, of which the dashboard answers the first, is gone for `awayMs`, and comes back. */
export async function meetRestart(
  awayMs: number,
  flags: readonly string[],
  program: Program,
): Promise<Ended & { readonly refusedMs: number }> {
  let [answered, leftAt, backAt] = [0, 0, 0]
  let comesBack: NodeJS.Timeout | undefined
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      answered += 1
      const { api_ids = [] }: { api_ids?: string[] } = JSON.parse(body)
      response.setHeader('connection', 'close')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(goodAnswer(api_ids)), () => {
        if (answered === 1) leave()
      })
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  function leave(): void {
    leftAt = performance.now()
    server.close()
    comesBack = setTimeout(() => void listen(port).then(() => (backAt = performance.now())), awayMs)
  }
  const folder = mkdtempSync(join(tmpdir(), 'gov-restart-'))
  try {
    const ids = Array.from({ length: 30 }, (_, index) => ['--api-id', `api-${index}`]).flat()
    const argv = ['check', '--url', `http://127.0.0.1:${port}`, '--ruleset-id', 'rs-docs', ...ids]
    const ended = await program([...argv, '--concurrency', '1', '--fail-on', 'error', ...flags], {
      cwd: folder,
      env: { GOV_TOKEN: 'any' },
      longestMs: awayMs + 40_000,
    })
    return { ...ended, refusedMs: backAt - leftAt }
  } finally {
    clearTimeout(comesBack)
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
}
