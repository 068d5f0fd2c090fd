/** Where a host is connected to. */
export function addressOf({ hostname, port, protocol }: URL): { host: string; port: number; tls: boolean } {
  const tls = protocol === 'https:'
  const standard = tls ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? standard : Number(port), tls }
}

/** The header that a proxy's own user and password make; none without them. */
export function proxyCredential({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
