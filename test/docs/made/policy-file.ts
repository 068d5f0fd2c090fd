/** The keys of `require` in a policy file. */
import { requirements } from '../../../src/check/config/policy-file.ts'
import { code, plain, renderTable } from './tables.ts'

export function renderRequirements(): string {
  const rows = Object.entries(requirements).map(([key, hint]) => [code(key), plain(hint)])
  return renderTable(['key of `require`', ''], rows)
}
