import { createHash, timingSafeEqual } from 'node:crypto'

/** The digests of secrets are compared, in a time that tells nothing of either, be it how long they are. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(secret))
}

/** The holder of the secret. Every holder's is compared, so that the time taken does not tell whose it was either. */
export function holderOf<Holder extends object>(
  given: string,
  holders: readonly Holder[],
  secretOf: (holder: Holder) => string,
): Holder | undefined {
  const digest = digestOf(given)
  const [holder] = holders.filter((each) => timingSafeEqual(digest, keptDigest(each, secretOf)))
  return holder
}

/** Of holders' secrets, which do not change. */
const kept = new WeakMap<object, Uint8Array>()

function keptDigest<Holder extends object>(holder: Holder, secretOf: (holder: Holder) => string): Uint8Array {
  const known = kept.get(holder) ?? digestOf(secretOf(holder))
  kept.set(holder, known)
  return known
}

function digestOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
