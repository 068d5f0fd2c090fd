/** The paths of a mode in git's index, as `gitformat-index` describes its versions 2 to 4, with object ids of 20 bytes. */
export function listWithMode(mode: Buffer, index: Buffer): readonly string[] {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return []
  const isCompressed = index.readUInt32BE(4) === 4
  const found: string[] = []
  let path = ''
  let at = 12
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const isExtended = ((index[at + 60] ?? 0) & 0x40) !== 0
    const behind = at + (isExtended ? 64 : 62)
    const [cut, start] = isCompressed ? readCut(index, behind) : [path.length, behind]
    const end = index.indexOf(0, start)
    if (end === -1) break
    // Each character is a byte.
    path = path.slice(0, path.length - cut) + index.toString('latin1', start, end)
    if (index.subarray(at + 24, at + 28).equals(mode)) found.push(Buffer.from(path, 'latin1').toString())
    at = isCompressed ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return found
}

/** How many bytes of the path before are not in this one, in groups of seven bits, and where what follows them begins. */
function readCut(index: Buffer, start: number): readonly [cut: number, end: number] {
  let at = start
  let byte = index[at++] ?? 0
  let cut = byte & 0x7f
  while (byte & 0x80) {
    byte = index[at++] ?? 0
    cut = ((cut + 1) << 7) | (byte & 0x7f)
  }
  return [cut, at]
}
