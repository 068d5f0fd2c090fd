import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import packageJson from '../../package.json' with { type: 'json' }

export interface Registry {
  readonly url: string
  readonly close: () => void
}

/** A registry with one package in it, as npm asks for it. */
export async function serveRegistry(tarball: string): Promise<Registry> {
  const bytes = readFileSync(tarball)
  const { name, version, bin, engines } = packageJson
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const server = createServer(({ url = '', headers }, response) => {
    if (url.endsWith('.tgz')) response.end(bytes)
    else if (decodeURIComponent(url) !== `/${name}`) response.writeHead(404).end()
    else {
      const dist = { tarball: `http://${headers.host}/gov.tgz`, integrity }
      const versions = { [version]: { name, version, bin, engines, dist } }
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the registry has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
