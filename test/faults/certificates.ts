import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

export interface Authority extends Identity {
  readonly issue: (subject: Subject) => Identity
}

export interface Subject {
  readonly name: string
  /** Days from now: when it begins, and when it ends. */
  readonly days?: readonly [from: number, to: number]
}

/** An authority of our own; nothing of it is kept in a file of the project. */
export function makeAuthority(name: string): Authority {
  const own = keyPair()
  const cert = certificate({
    subject: { name },
    publicKey: own.publicKey,
    issuer: name,
    signer: own.privateKey,
  })
  return {
    cert,
    key: pem(own.privateKey),
    issue: (subject) => {
      const { publicKey, privateKey } = keyPair()
      const issued = certificate({ subject, publicKey, issuer: name, signer: own.privateKey })
      return { cert: issued, key: pem(privateKey) }
    },
  }
}

export function selfSigned(subject: Subject): Identity {
  const { publicKey, privateKey } = keyPair()
  return {
    cert: certificate({ subject, publicKey, issuer: subject.name, signer: privateKey }),
    key: pem(privateKey),
  }
}

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

interface Parts {
  readonly subject: Subject
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly signer: KeyObject
}

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))

/** An X.509 certificate (RFC 5280) as far as TLS looks at it: DER by hand, since Node only reads them. */
function certificate({ subject, publicKey, issuer, signer }: Parts): string {
  const [from, to] = subject.days ?? [-1, 30]
  const isAuthority = subject.name === issuer
  const extensions = sequence(
    sequence(
      oid(0x55, 0x1d, 0x13),
      tagged(0x04, sequence(...(isAuthority ? [tagged(0x01, Buffer.of(255))] : []))),
    ),
    sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, sequence(tagged(0x82, Buffer.from(subject.name))))),
  )
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(subject.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, signer)]))
  const text = sequence(content, ecdsaWithSha256, signature).toString('base64')
  const body = text.match(/.{1,64}/g)?.join('\n')
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`
}

function nameOf(text: string): Buffer {
  const commonName = sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(text)))
  return sequence(tagged(0x31, commonName))
}

function time(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString()
  return tagged(0x17, Buffer.from(`${at.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function oid(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
