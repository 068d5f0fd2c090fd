import { isIp } from './ip.ts'

const characters = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
/** RFC 3986, appendix B; `colon` is what a relative path may not begin with. */
const uri =
  /^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*:)?(?:\/\/(?<authority>[^/?#]*))?(?<rest>(?<first>[^/?#]*)[^?#]*(?:\?[^#]*)?(?:#[^#]*)?)$/
const authority = /^(?:[^@[\]]*@)?(?:\[(?<literal>[^[\]]*)\]|[^:@[\]]*)(?::\d*)?$/

/** RFC 3986: a URI, or with `isReference` also one that is relative. */
export function isUri(text: string, isReference: boolean): boolean {
  const parts = characters.test(text) ? uri.exec(text)?.groups : undefined
  if (!parts || /[[\]]/.test(parts.rest ?? '')) return false
  if (parts.authority !== undefined && !isAuthority(parts.authority)) return false
  if (parts.scheme !== undefined) return true
  return isReference && (parts.authority !== undefined || !parts.first?.includes(':'))
}

function isAuthority(text: string): boolean {
  const found = authority.exec(text)
  const literal = found?.groups?.literal
  return found !== null && (literal === undefined || isIp(literal, 6) || /^v[0-9a-f]+\../i.test(literal))
}
