import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { GovError } from '../../../src/core/model/errors.ts'
import { tlsOptions } from '../../../src/dashboard/transport/trust.ts'
import { makeAuthority } from '../../faults/certificates.ts'

const { cert, key } = makeAuthority('Authority of the tests').issue({ name: 'me' })
const encryption = { cipher: 'aes-256-cbc', passphrase: 'p' }

function encryptedKey(type: 'pkcs8' | 'pkcs1'): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type, format: 'pem', ...encryption }).toString()
}

function failureOf(identity: { readonly cert: string; readonly key: string }): unknown {
  try {
    return tlsOptions({ identity })
  } catch (error) {
    return error
  }
}

it.each(['pkcs8', 'pkcs1'] as const)('says that a key is encrypted (%s)', (type) => {
  const error = failureOf({ cert, key: encryptedKey(type) })
  expect(error).toBeInstanceOf(GovError)
  expect(error).toMatchObject({ code: 'key-encrypted', exitCode: 2 })
})

it.each([
  ['not a key', 'nothing'],
  ['the key of another', makeAuthority('other').key],
])('says that it cannot use %s', (_, other) => {
  expect(failureOf({ cert, key: other })).toMatchObject({ code: 'certificate-unusable', exitCode: 2 })
})

it('verifies certificates unless told otherwise', () => {
  expect(tlsOptions({ identity: { cert, key } })).toEqual({ cert, key, rejectUnauthorized: true })
  expect(tlsOptions({ insecure: true })).toEqual({ rejectUnauthorized: false })
})

it('adds authorities to those that are trusted anyway', () => {
  const { ca } = tlsOptions({ authorities: [cert] })
  expect(ca).toContain(cert)
  expect(ca?.length).toBeGreaterThan(50)
})
