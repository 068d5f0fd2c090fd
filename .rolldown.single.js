import { readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import {
  madeSchemas,
  noCode,
  noPrograms,
  noTerminal,
  noticesOf,
  ownZod,
  raw,
  text,
} from './.rolldown.config.js'

/** The threads of a served sandbox run the file that starts them. */
const oneFile = {
  name: 'one-file',
  transform: {
    filter: { id: /\/src\/cli\/sandbox\/sandbox\.ts$/ },
    handler(code) {
      const own = code.replace(
        "new URL('./evaluation-worker.js', import.meta.url)",
        'new URL(import.meta.url)',
      )
      if (own === code) throw new Error('the sandbox starts its threads otherwise: look at one-file')
      return own
    },
  },
}

/** The licences at the end of the file itself: it goes where nothing is beside it. */
const licences = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const notices = `${readFileSync('LICENSE', 'utf8')}\n${noticesOf(bundle)}`.replaceAll('\u00a9', '(c)')
    for (const chunk of Object.values(bundle)) chunk.code += `/*\n${notices.replaceAll('*/', '* /')}*/\n`
  },
}

export default defineConfig({
  input: { gov: 'bin/single.js' },
  platform: 'node',
  external: [/^node:(?!child_process$)/, 'typescript'],
  plugins: [raw, ownZod, oneFile, licences, noPrograms, noCode, noTerminal, madeSchemas],
  output: {
    dir: 'dist-single',
    format: 'cjs',
    codeSplitting: false,
    entryFileNames: '[name].cjs',
    ...text,
  },
})
