const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const issuesKey = /(?:^|[^\\])"issues"\s*:\s*\[$/

/** Enough that it does not matter where a batch ends. */
const batchBytes = 64 * 1024

/**
 * The bytes of a JSON report in batches of its issues, with commas between them, and the rest, in which their list is empty: of a
 * million issues no text can hold the whole. What is not JSON is so in a batch or in the rest.
 */
export class ReportSplitter {
  #depth = 0
  #isText = false
  #isEscaped = false
  #isIssues = false
  #batches = 0
  /** How many members are written: JSON.parse keeps one of those that have the same key. */
  memberCount = 1
  /** What the current batch, or the rest, has so far. */
  #batch: Uint8Array[] = []
  readonly #rest: Uint8Array[] = []

  /** After the last bytes. */
  rest(): Uint8Array {
    return Buffer.concat([...this.#rest, ...this.#batch])
  }

  /** Takes the next bytes, and gives the batches that they end. */
  *add(bytes: Uint8Array): Generator<Uint8Array> {
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isText) at = this.#findTextEnd(bytes, at)
      const step = this.#step(bytes[at])
      if (step === 'opens') {
        this.#rest.push(bytes.subarray(from, at + 1))
        this.#isIssues = this.#batches === 0 && issuesKey.test(this.#tail())
        from = at + 1
      } else if (step === 'closes' || (step === 'divides' && this.#length() + at - from > batchBytes)) {
        yield* this.#end(bytes.subarray(from, at))
        this.#isIssues = step === 'divides'
        from = step === 'divides' ? at + 1 : at
      }
    }
    const last = bytes.subarray(from)
    if (this.#isIssues) this.#batch.push(last)
    else this.#rest.push(last)
  }

  /** The index of the quote that ends a text, or the number of bytes. */
  #findTextEnd(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (bytes[at] === backslash) this.#isEscaped = true
      else if (bytes[at] === quote) return at
    }
    return bytes.length
  }

  /** What a byte outside of texts does: `divides` issues, `closes` their list, or `opens` one that may be theirs. */
  #step(byte: number | undefined) {
    if (byte === quote) this.#isText = !this.#isText
    else if (byte === openList || byte === openObject) {
      this.#depth += 1
      return this.#depth === 2 && byte === openList && !this.#isIssues ? 'opens' : undefined
    } else if (byte === closeList || byte === closeObject) {
      this.#depth -= 1
      return this.#depth === 1 && this.#isIssues ? 'closes' : undefined
    }
    if (byte === comma && this.#depth === 1) this.memberCount += 1
    return byte === comma && this.#depth === 2 && this.#isIssues ? 'divides' : undefined
  }

  #length(): number {
    return this.#batch.reduce((sum, { length }) => sum + length, 0)
  }

  /** Nothing is a batch only where the list is empty. */
  *#end(last: Uint8Array): Generator<Uint8Array> {
    const batch = Buffer.concat([...this.#batch, last])
    this.#batch = []
    if (this.#batches === 0 && batch.toString('latin1').trim() === '') return
    this.#batches += 1
    yield batch
  }

  /** The key before a list, however few bytes came at a time. */
  #tail(): string {
    const pieces: Uint8Array[] = []
    for (let at = this.#rest.length - 1, length = 0; at >= 0 && length < 1024; at--) {
      const piece = this.#rest[at] ?? new Uint8Array()
      pieces.unshift(piece)
      length += piece.length
    }
    return Buffer.concat(pieces).subarray(-1024).toString('latin1')
  }
}
