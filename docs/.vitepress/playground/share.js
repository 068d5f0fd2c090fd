/** Bytes of all panes that a link may unpack to: a small link could hold gigabytes of one letter. */
const mostBytes = 5_000_000

/** The texts of the page as the fragment of an address, which no browser sends. */
export async function packTexts(texts) {
  const stream = new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Undefined: the fragment is none of those that `packTexts` gives. */
export async function unpackTexts(fragment) {
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'))
    const packed = new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))]).stream()
    const [parts, decoder] = [[], new TextDecoder('utf-8', { fatal: true })]
    let length = 0
    for (const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > mostBytes) return undefined
      parts.push(decoder.decode(value, { stream: true }))
    }
    const texts = JSON.parse(parts.join('') + decoder.decode())
    const panes = [texts?.definition, texts?.ruleset, texts?.old ?? texts?.definition]
    return panes.every(areFiles) ? texts : undefined
  } catch {
    return undefined
  }
}

function areFiles(files) {
  const isFile = (file) =>
    Array.isArray(file) && file.length === 2 && file.every((each) => typeof each === 'string')
  return Array.isArray(files) && files.length > 0 && files.every(isFile)
}
