import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build, defineConfig } from 'rolldown'

/** `import text from './file?raw'` is the text of the file, as it is under vitest. */
export const raw = {
  name: 'raw',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : undefined),
  load: (id) =>
    id.endsWith('?raw')
      ? { code: `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}`, moduleType: 'js' }
      : undefined,
}

/**
 * zod keeps its configuration and its registry where all copies in a process find them. Here it has its own, as a script
 * that imports this package may use zod too. Schemas are interpreted: compiled, with `new Function`, they pay only from
 * thousands of answers on, and this program turns no text into code.
 */
export const ownZod = {
  name: 'own-zod',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:core|registries)\.js$/ },
    handler(code) {
      const own = code
        .replace(/^\(_a = globalThis\)\.__zod_global.*\n/m, '')
        .replace('= globalThis.__zod_globalConfig;', '= { jitless: true };')
        .replace('= globalThis.__zod_globalRegistry;', '= registry();')
        .replaceAll('globalThis.__zod_globalConfig?.', 'globalConfig.')
      if (own.includes('globalThis')) throw new Error('zod shares something else: look at own-zod')
      return own
    },
  },
}

/** commander would start programs for commands that are none of ours; to load what does so takes 4 ms. */
export const noPrograms = {
  name: 'no-programs',
  resolveId: (source, importer = '') =>
    source === 'node:child_process' && importer.includes('/node_modules/commander/')
      ? '\0no-programs'
      : undefined,
  load: (id) => (id === '\0no-programs' ? 'export default {}' : undefined),
}

/** cosmiconfig can load code. Of its parts only the search is used, and the loaders stay out of the build. */
export const noCode = {
  name: 'no-code',
  resolveId: (source, importer = '') =>
    source === './loaders' && importer.includes('/node_modules/cosmiconfig/') ? '\0no-code' : undefined,
  load: (id) => (id === '\0no-code' ? 'export default {}' : undefined),
}

/** Whether there is colour is decided by `io.ts`; what chalk would ask about the terminal takes 3 ms to load. */
export const noTerminal = {
  name: 'no-terminal',
  resolveId: (source, importer = '') =>
    source === '#supports-color' && importer.includes('/node_modules/chalk/') ? '\0no-terminal' : undefined,
  load: (id) => (id === '\0no-terminal' ? 'export default { stdout: false, stderr: false }' : undefined),
}

/** The official schemas as they are used, made here and not in each run. */
export const madeSchemas = {
  name: 'made-schemas',
  load: {
    filter: { id: /\/oas\/schema-texts\.ts$/ },
    async handler(id) {
      const { schemaNames, schemaText } = await bundled(id)
      const texts = Object.fromEntries(schemaNames.map((name) => [name, schemaText(name)]))
      const code = `const texts = ${JSON.stringify(texts)}\nexport const schemaText = (name) => texts[name]`
      return { code, moduleType: 'js' }
    },
  },
}

/** The files that the official schemas are made of: what is made of them is theirs. */
const partsOfSchemas = new Set()

/** What the module of a TypeScript file exports. */
async function bundled(input) {
  const options = { input, platform: 'node', write: false, logLevel: 'silent' }
  const { output } = await build(options)
  for (const id of output[0].moduleIds) partsOfSchemas.add(id)
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

/** js-yaml in a file of its own, which is loaded when a text comes that needs it: to read a text waits for nothing. */
const lateYaml = {
  name: 'late-yaml',
  resolveId: (source) => (source === './js-yaml.js' ? { id: source, external: true } : undefined),
  load: {
    filter: { id: /\/document\/parse-any-yaml\.ts$/ },
    handler: () => `export const parseAnyYaml = (text) => require('./js-yaml.js').parseYaml(text)`,
  },
}

/** Says of the files in `dist` that they are no modules, as those of the package are. */
const commonJs = {
  name: 'common-js',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
  },
}

/** What `import` gives: the names of the library, out of the same files that the command runs. */
const library = {
  name: 'library',
  generateBundle(_options, bundle) {
    const { exports, fileName } = Object.values(bundle).find(
      ({ name, isEntry }) => isEntry && name === 'library',
    )
    const source = `import library from './${fileName}'\n\nexport const { ${exports.sort().join(', ')} } = library\n`
    this.emitFile({ type: 'asset', fileName: 'library.mjs', source })
  },
}

/** The licence of every package whose code is in the build, beside it, as their terms ask. */
const notices = {
  name: 'notices',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'NOTICES.txt', source: noticesOf(bundle) })
  },
}

export function noticesOf(bundle) {
  const own = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
  const modules = [...own, ...partsOfSchemas]
  const folders = modules.flatMap((id) => /^(?:.*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(id) ?? [])
  return [...new Set(folders)].sort().map(notice).join('\n')
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${name} ${version} (${license})\n${text}`
}

export const text = {
  // One character outside of ASCII makes the text of a file take twice the memory.
  charset: 'ascii',
  // Names stay: a stack is what a report of a fault has.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
}

/**
 * What runs together is in one file, with all that it needs of what is not in an earlier one: each file takes 0.1 ms to
 * load, and files that need only earlier ones cannot need each other.
 */
const together = [
  ['words', ['package.json', 'src/cli/terminal/context.ts', 'src/text/suggest.ts']],
  ['start', ['src/main.ts', 'src/cli/run-command-line.ts']],
  [
    'service',
    [
      'src/cli/flags/use-service.ts',
      'src/dashboard/client.ts',
      'src/engine/referenced-files.ts',
      'src/run/digest.ts',
    ],
  ],
  ['network', ['src/dashboard/conceal.ts', 'src/dashboard/transport/transport.ts']],
  ['check', ['src/cli/check/check.ts', 'src/reporters/verdict-only.ts']],
  ['table', ['src/reporters/table.ts']],
  [
    'embedded',
    ['src/run/rulesets/ruleset-files.ts', 'src/service/http/app.ts', 'src/service/http/in-process.ts'],
  ],
  [
    'oas',
    [
      'src/engine/rulesets/oas/ruleset.ts',
      'src/engine/functions/oas/check-document.ts',
      'src/engine/functions/oas/check-examples.ts',
    ],
  ],
]

const groups = together.map(([name, files], index) => {
  const ids = new Set(files.map((file) => resolve(file)))
  return {
    name,
    test: (id) => ids.has(id),
    priority: together.length - index,
    includeDependenciesRecursively: true,
  }
})

export default defineConfig({
  input: {
    main: 'src/main.ts',
    library: 'src/library.ts',
    'js-yaml': 'src/document/parse-yaml.ts',
    'evaluation-worker': 'src/service/evaluation/evaluation-worker.ts',
  },
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  external: (id, importer = '') =>
    id === 'typescript' ||
    (id.startsWith('node:') &&
      !(id === 'node:child_process' && importer.includes('/node_modules/commander/'))),
  plugins: [raw, ownZod, notices, commonJs, library, noPrograms, noCode, noTerminal, madeSchemas, lateYaml],
  output: {
    dir: 'dist',
    // Node 20 loads it faster than modules.
    format: 'cjs',
    // Code that is kept compiled (bin/code-cache.js) knows no import().
    dynamicImportInCjs: false,
    ...text,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
  },
})
