import { readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import { common, noticesOf, text } from './.rolldown.config.js'

/** Its threads run the file that starts them, and it brings its licences: it goes where nothing is beside it. */
const alone = {
  name: 'alone',
  transform: {
    filter: { id: /\/src\/run\/serve\.ts$/ },
    handler: (code) => {
      const own = code.replace(
        "new URL('./evaluation-worker.js', import.meta.url)",
        'new URL(import.meta.url)',
      )
      if (own === code) throw new Error('the sandbox starts its threads in another way')
      return own
    },
  },
  generateBundle(_options, bundle) {
    const notices = `${readFileSync('LICENSE', 'utf8')}\n${noticesOf(bundle)}`
      .replaceAll('\u00a9', '(c)')
      .replaceAll(/[\x80-\uffff]/g, '?')
    for (const chunk of Object.values(bundle)) chunk.code += `/*\n${notices.replaceAll('*/', '* /')}*/\n`
  },
}

export default defineConfig({
  ...common,
  input: { gov: 'bin/single.js' },
  plugins: [...common.plugins, alone],
  output: { ...text, dir: 'dist-single', codeSplitting: false, entryFileNames: '[name].cjs' },
})
