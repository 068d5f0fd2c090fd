/** A longer array with the same numbers first. */
export function grow(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2)
  grown.set(numbers)
  return grown
}
