import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defineConfig } from 'rolldown'

/** `import text from './file?raw'` is the text of the file, as it is under vitest. */
const raw = {
  name: 'raw',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : undefined),
  load: (id) =>
    id.endsWith('?raw')
      ? { code: `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}`, moduleType: 'js' }
      : undefined,
}

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: [/^node:/, 'typescript'],
  plugins: [raw],
  output: { dir: 'dist', format: 'esm', minify: false, chunkFileNames: '[name]-[hash].js' },
})
