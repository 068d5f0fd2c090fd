import { resolve } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { toFileFault } from '../../model/file-fault.ts'
import { readSmallText } from '../../settings/load/small-file.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Setting } from '../../settings/setting.ts'
import type { World } from '../world.ts'
import type { TrustFiles } from './dashboard.ts'

const mostBytes = 4 * 1024 * 1024

/**
 * The certificates and the key that the settings name, read. Authorities come beside those that Node trusts, of which
 * `NODE_EXTRA_CA_CERTS` may name some: Node forgets that file once it is given a list. Throws GovError, usage.
 */
export async function readTrustFiles(settings: Settings, world: World): Promise<TrustFiles> {
  const { 'dashboard.ca_file': ca, 'dashboard.cert_file': cert, 'dashboard.key_file': key } = settings
  const [only] = cert ? (key ? [] : [cert]) : key ? [key] : []
  if (only) throw incompleteCertificate(cert !== undefined, only)
  const extra = world.env.NODE_EXTRA_CA_CERTS
  const authorities = ca && [await readPem(ca, 'CERTIFICATE', world), ...(await readExtra(extra, world))]
  const identity = cert &&
    key && {
      cert: await readPem(cert, 'CERTIFICATE', world),
      key: await readPem(key, 'PRIVATE KEY', world),
    }
  return { authorities, identity }
}

function incompleteCertificate(isCert: boolean, { origin }: Setting<string>) {
  const [there, missing] = isCert ? ['cert_file', 'key_file'] : ['key_file', 'cert_file']
  return usageError(
    'client-certificate-incomplete',
    `${there} (${origin.place}) needs ${missing}`,
    'Set both: a client certificate needs its key.',
  )
}

async function readPem({ value, origin }: Setting<string>, block: string, { cwd }: World): Promise<string> {
  const hint = 'Name a PEM file that this user can read.'
  try {
    const text = await readSmallText(resolve(cwd, value), mostBytes)
    if (text.includes(`${block}-----`)) return text
  } catch (error) {
    const fault = toFileFault(error)
    throw usageError(`trust-file-${fault.code}`, `${value} (${origin.place}) ${fault.message}`, hint, error)
  }
  const message = `${value} (${origin.place}) contains no PEM ${block.toLowerCase()}`
  throw usageError('trust-file-invalid', message, hint)
}

/** Node itself warns of one that cannot be read, and goes on. */
async function readExtra(file: string | undefined, { cwd }: World): Promise<readonly string[]> {
  if (!file) return []
  return readSmallText(resolve(cwd, file), mostBytes).then(
    (text) => [text],
    () => [],
  )
}
