/** Whether a name has the form of a URL, of any scheme; `C:\` is a drive. */
export function isUrl(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name)
}

/** Undefined for an invalid URL. In Node 20 and 22, `URL.canParse` refuses hosts with letters such as é once it is optimized. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** True for what never leaves this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
