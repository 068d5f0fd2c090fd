import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** `import text from './file?raw'` is the text of the file, as it is under vitest. */
export const raw = {
  name: 'raw',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : undefined),
  load: (id) =>
    id.endsWith('?raw') ? { code: readFileSync(id.slice(0, -4), 'utf8'), moduleType: 'text' } : undefined,
}
