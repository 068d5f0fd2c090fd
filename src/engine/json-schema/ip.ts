const byte = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/
const group = /^[0-9a-fA-F]{1,4}$/

/** Whether a text is an IP address of that version, without a zone or a prefix length. */
export function isIp(text: string, version: 4 | 6): boolean {
  return version === 4 ? isVersion4(text) : isVersion6(text)
}

function isVersion4(text: string): boolean {
  const bytes = text.split('.')
  return bytes.length === 4 && bytes.every((part) => byte.test(part))
}

/** Eight groups; `::` once, for one or more of them; the last two may be written as version 4. */
function isVersion6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const parts = halves.map((half) => (half === '' ? [] : half.split(':')))
  const groups = parts.flat()
  const last = groups.at(-1)
  const endsInVersion4 = last?.includes('.') && isVersion4(last) && !text.endsWith('::')
  const hex = endsInVersion4 ? groups.slice(0, -1) : groups
  const count = hex.length + (endsInVersion4 ? 2 : 0)
  return hex.every((part) => group.test(part)) && (halves.length === 2 ? count <= 7 : count === 8)
}
