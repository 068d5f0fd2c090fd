import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: [/^node:/, 'typescript'],
  output: { dir: 'dist', format: 'esm', minify: false, chunkFileNames: '[name]-[hash].js' },
})
