/**
 * The parts of the web's platform that only compute: `URL`, `URLSearchParams`, `TextEncoder`, `TextDecoder`, `structuredClone`,
 * `atob` and `btoa`. The host parses addresses. What Node rejects with a DOMException is a plain error of the same name here.
 */
;(host) => {
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })

  function namedError(name, message) {
    const error = new Error(message)
    error.name = name
    return error
  }

  // --- addresses

  const escapes = { '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E', '%20': '+' }
  const encodeForm = (text) =>
    encodeURIComponent(text.toWellFormed?.() ?? text).replace(/[!'()~]|%20/g, (found) => escapes[found])
  const decodeForm = (text) => utf8.decode(bytesOfForm(text.replace(/\+/g, ' ')))

  function bytesOfForm(text) {
    const bytes = []
    for (let at = 0; at < text.length; at++) {
      const code = text.slice(at, at + 3)
      if (/^%[\da-f]{2}$/i.test(code)) {
        bytes.push(Number.parseInt(code.slice(1), 16))
        at += 2
      } else {
        const point = text.codePointAt(at)
        bytes.push(...new TextEncoder().encode(String.fromCodePoint(point)))
        if (point > 0xffff) at++
      }
    }
    return new Uint8Array(bytes)
  }

  class URLSearchParams {
    #pairs = []
    #change = () => {}

    constructor(init = '', change = undefined) {
      if (typeof change === 'function') this.#change = change
      if (init === null || typeof init !== 'object') this.#parse(`${init}`)
      else if (typeof init[Symbol.iterator] === 'function')
        for (const pair of init) {
          const [name, value, ...more] = pair
          if (value === undefined || more.length > 0)
            throw new TypeError('each pair must be a name and a value')
          this.#pairs.push([`${name}`, `${value}`])
        }
      else for (const name of Object.keys(init)) this.#pairs.push([name, `${init[name]}`])
    }

    #parse(text) {
      for (const part of text.replace(/^\?/, '').split('&')) {
        if (part === '') continue
        const end = part.indexOf('=')
        const [name, value] = end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
        this.#pairs.push([decodeForm(name), decodeForm(value)])
      }
    }

    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#pairs.push([`${name}`, `${value}`])
      this.#change(this)
    }
    delete(name, value = undefined) {
      this.#pairs = this.#pairs.filter(
        ([key, held]) => key !== `${name}` || (value !== undefined && held !== `${value}`),
      )
      this.#change(this)
    }
    get(name) {
      return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value)
    }
    has(name, value = undefined) {
      return this.#pairs.some(
        ([key, held]) => key === `${name}` && (value === undefined || held === `${value}`),
      )
    }
    set(name, value) {
      const first = this.#pairs.find(([key]) => key === `${name}`)
      if (first === undefined) return this.append(name, value)
      first[1] = `${value}`
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== `${name}`)
      this.#change(this)
    }
    sort() {
      this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      this.#change(this)
    }
    forEach(run, self = undefined) {
      for (const [name, value] of this) run.call(self, value, name, this)
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value]
    }
    *keys() {
      for (const [name] of this.#pairs) yield name
    }
    *values() {
      for (const [, value] of this.#pairs) yield value
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join('&')
    }
    get [Symbol.toStringTag]() {
      return 'URLSearchParams'
    }
  }

  const parseUrl = (url, base) => {
    const text = host.parseUrl(
      `${url}`,
      base === undefined ? '' : `${base}`,
      base === undefined ? '' : 'base',
    )
    return text === '' ? undefined : JSON.parse(text)
  }

  class URL {
    #parts
    #search

    constructor(url, base = undefined) {
      const parts = parseUrl(url, base)
      if (parts === undefined) throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' })
      this.#parts = parts
    }

    static canParse(url, base = undefined) {
      return parseUrl(url, base) !== undefined
    }
    static parse(url, base = undefined) {
      return URL.canParse(url, base) ? new URL(url, base) : null
    }

    get searchParams() {
      this.#search ??= new URLSearchParams(this.#parts.search, (search) => {
        this.#parts = JSON.parse(host.changeUrl(this.#parts.href, 'search', search.toString()))
      })
      return this.#search
    }
    get origin() {
      return this.#parts.origin
    }
    toString() {
      return this.#parts.href
    }
    toJSON() {
      return this.#parts.href
    }
    get [Symbol.toStringTag]() {
      return 'URL'
    }

    static {
      const keys = [
        'href',
        'protocol',
        'username',
        'password',
        'host',
        'hostname',
        'port',
        'pathname',
        'search',
        'hash',
      ]
      for (const key of keys)
        Object.defineProperty(URL.prototype, key, {
          enumerable: true,
          configurable: true,
          get() {
            return this.#parts[key]
          },
          set(value) {
            const text = host.changeUrl(this.#parts.href, key, `${value}`)
            if (text === '') throw new TypeError('Invalid URL')
            this.#parts = JSON.parse(text)
            this.#search = undefined
          },
        })
    }
  }

  // --- texts and bytes

  class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text = '') {
      const escaped = encodeURIComponent(`${text}`.replace(/\p{Surrogate}/gu, '\ufffd'))
      const bytes = []
      for (let at = 0; at < escaped.length; at++)
        if (escaped[at] === '%') {
          bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16))
          at += 2
        } else bytes.push(escaped.charCodeAt(at))
      return new Uint8Array(bytes)
    }
    encodeInto(text, target) {
      let [read, written] = [0, 0]
      for (const character of `${text}`) {
        const bytes = this.encode(character)
        if (written + bytes.length > target.length) break
        target.set(bytes, written)
        read += character.length
        written += bytes.length
      }
      return { read, written }
    }
  }

  const labels = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8'])

  class TextDecoder {
    #fatal
    #keepsMark

    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!labels.has(`${label}`.trim().toLowerCase()))
        throw new RangeError(`The "${label}" encoding is not supported: the sandbox has only utf-8`)
      this.#fatal = Boolean(fatal)
      this.#keepsMark = Boolean(ignoreBOM)
    }
    get encoding() {
      return 'utf-8'
    }
    get fatal() {
      return this.#fatal
    }
    get ignoreBOM() {
      return this.#keepsMark
    }
    decode(input = new Uint8Array()) {
      const bytes =
        input instanceof ArrayBuffer
          ? new Uint8Array(input)
          : new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      const text = this.#decode(bytes)
      return !this.#keepsMark && text.startsWith('\ufeff') ? text.slice(1) : text
    }

    /** By the steps of the Encoding Standard, so that broken bytes become as many marks as everywhere. */
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the steps are those of the standard
    #decode(bytes) {
      const parts = []
      let [point, needed, seen, low, high] = [0, 0, 0, 0x80, 0xbf]
      const broken = () => {
        if (this.#fatal)
          throw Object.assign(new TypeError('The encoded data was not valid'), {
            code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
          })
        parts.push('\ufffd')
      }
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]
        if (needed === 0) {
          if (byte < 0x80) parts.push(String.fromCharCode(byte))
          else if (byte >= 0xc2 && byte <= 0xdf) [needed, point] = [1, byte & 0x1f]
          else if (byte >= 0xe0 && byte <= 0xef) {
            if (byte === 0xe0) low = 0xa0
            if (byte === 0xed) high = 0x9f
            ;[needed, point] = [2, byte & 0xf]
          } else if (byte >= 0xf0 && byte <= 0xf4) {
            if (byte === 0xf0) low = 0x90
            if (byte === 0xf4) high = 0x8f
            ;[needed, point] = [3, byte & 0x7]
          } else broken()
        } else if (byte < low || byte > high) {
          ;[point, needed, seen, low, high] = [0, 0, 0, 0x80, 0xbf]
          broken()
          at--
        } else {
          ;[low, high] = [0x80, 0xbf]
          point = (point << 6) | (byte & 0x3f)
          seen++
          if (seen === needed) {
            parts.push(String.fromCodePoint(point))
            ;[point, needed, seen] = [0, 0, 0]
          }
        }
      }
      if (needed > 0) broken()
      return parts.join('')
    }
  }
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

  function btoa(text) {
    const data = `${text}`
    if (/[^\0-\xff]/.test(data)) throw namedError('InvalidCharacterError', 'Invalid character')
    let encoded = ''
    for (let at = 0; at < data.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((next) => data.charCodeAt(at + next))
      const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
      encoded += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63]
      encoded += at + 1 < data.length ? alphabet[(bits >> 6) & 63] : '='
      encoded += at + 2 < data.length ? alphabet[bits & 63] : '='
    }
    return encoded
  }

  function atob(text) {
    let data = `${text}`.replace(/[\t\n\f\r ]/g, '')
    if (data.length % 4 === 0) data = data.replace(/={1,2}$/, '')
    if (data.length % 4 === 1 || /[^A-Za-z\d+/]/.test(data))
      throw namedError('InvalidCharacterError', 'The string to be decoded is not correctly encoded.')
    let [decoded, bits, count] = ['', 0, 0]
    for (const character of data) {
      bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffffff
      count += 6
      if (count >= 8) {
        count -= 8
        decoded += String.fromCharCode((bits >> count) & 0xff)
      }
    }
    return decoded
  }

  // --- copies

  const wrappers = [Boolean, Number, String, BigInt]

  function structuredClone(value) {
    const known = new Map()
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a kind of value a line
    const copy = (given) => {
      if (typeof given === 'function' || typeof given === 'symbol')
        throw namedError('DataCloneError', `${String(given)} could not be cloned.`)
      if (typeof given !== 'object' || given === null) return given
      if (known.has(given)) return known.get(given)
      const keep = (made) => {
        known.set(given, made)
        return made
      }
      if (given instanceof Date) return keep(new Date(given.getTime()))
      if (given instanceof RegExp) return keep(new RegExp(given.source, given.flags))
      if (given instanceof ArrayBuffer) return keep(given.slice(0))
      if (ArrayBuffer.isView(given)) {
        const buffer = copy(given.buffer)
        return keep(new given.constructor(buffer, given.byteOffset, given.length ?? given.byteLength))
      }
      if (wrappers.some((wrapper) => given instanceof wrapper)) return keep(Object(given.valueOf()))
      if (given instanceof Map) {
        const made = keep(new Map())
        for (const [key, inner] of [...given]) made.set(copy(key), copy(inner))
        return made
      }
      if (given instanceof Set) {
        const made = keep(new Set())
        for (const inner of [...given]) made.add(copy(inner))
        return made
      }
      if (given instanceof Error) {
        const made = keep(Object.create(Object.getPrototypeOf(given)))
        for (const key of ['name', 'message', 'stack', 'cause'])
          if (Object.hasOwn(given, key))
            Object.defineProperty(made, key, { value: copy(given[key]), writable: true, configurable: true })
        return made
      }
      if (given instanceof Promise || given instanceof WeakMap || given instanceof WeakSet)
        throw namedError('DataCloneError', `${String(given)} could not be cloned.`)
      const made = keep(Array.isArray(given) ? new Array(given.length) : {})
      for (const key of Object.keys(given)) made[key] = copy(given[key])
      return made
    }
    return copy(value)
  }

  for (const each of [URL, URLSearchParams, TextEncoder, TextDecoder, structuredClone, atob, btoa])
    define(each.name, each)
}
