/** `bytes` random bytes in hexadecimal, fit to be a secret. */
export function randomId(bytes: number): string {
  const values = globalThis.crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('')
}
