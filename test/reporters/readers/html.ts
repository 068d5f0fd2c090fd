import { createHash } from 'node:crypto'
import type { Reader } from './reading.ts'

interface Data {
  readonly severities: readonly string[]
  readonly issues: readonly (readonly (number | string)[])[]
}

/** The page as its source shows it; `html.browser.test.ts` opens it. */
export const html: Reader = (text) => {
  const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)]
  const [data, script] = scripts
  if (scripts.length !== 2 || !data || !script) throw new Error(`${scripts.length} scripts`)
  const hash = createHash('sha256')
    .update(script[2] ?? '')
    .digest('base64')
  if (!text.includes(`script-src 'sha256-${hash}'`)) throw new Error('the script is not the one that may run')
  const { severities, issues }: Data = JSON.parse(data[2] ?? '')
  const rest = text.replace(/<script[\s\S]*?<\/script>/gi, '').replace(/<style>[\s\S]*?<\/style>/i, '')
  const tags = [...rest.matchAll(/<([a-z!/][^\s>]*)((?:[^>"]|"[^"]*")*)>/gi)]
  const attributes = tags.map(([, , each = '']) => each).join(' ')
  if (/\s(?:on\w+|style|src|srcdoc)=/i.test(attributes)) throw new Error('an attribute that acts')
  return {
    issues: issues.map((row) => `${severities[Number(row[0])]} ${row[7]}`),
    faults: [...rest.matchAll(/<li class="broken">[\s\S]*?<bdi>([^<]*)/g)].map(([, told = '']) => told),
    shape: tags.map(([, name = '']) => name).filter((name) => !name.endsWith('code')),
  }
}
