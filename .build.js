// `npm run build`: bundles `src` into `dist`.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { httpParser } from './.build-http-parser.js'

/** `import text from './file?raw'` is the text of the file, as it is under vitest. */
const raw = {
  name: 'raw',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : undefined),
  load: (id) =>
    id.endsWith('?raw') ? { code: readFileSync(id.slice(0, -4), 'utf8'), moduleType: 'text' } : undefined,
}

/**
 * What is never used: cosmiconfig's loaders, which could run code; undici's bodies of forms and its HTTP/2; the agents'
 * protocol's validator of what a client is asked for.
 */
const unused = {
  './loaders': false,
  '../web/fetch/body.js': false,
  './client-h2.js': false,
  '../validation/ajv-provider.js': false,
}

/** commander starts other programs only for commands that are programs of their own: gov has none. */
const noPrograms = {
  name: 'no-programs',
  resolveId: (source, importer) =>
    source === 'node:child_process' && importer?.includes('/commander/') ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'export {}' : undefined),
}

/** The official schemas as the engine rewrites them, as texts: to rewrite one takes a small check as long as to compile it. */
const schemaTexts = {
  name: 'schema-texts',
  load(id) {
    if (id === schemaModule) return madeSchemas.code
  },
}
const schemaModule = resolve('src/engine/functions/oas/schema-text.ts')

async function makeSchemas() {
  const bundle = await rolldown({ platform: 'node', input: schemaModule })
  const [{ code, moduleIds }] = (await bundle.generate()).output
  const { schemaNames, schemaText } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const texts = schemaNames.map((name) => `'${name}': () => ${JSON.stringify(schemaText(name))}`)
  return { code: `const texts = { ${texts} }\nexport const schemaText = (name) => texts[name]()`, moduleIds }
}

/** The files in `dist` are CommonJS, though the package is not; beside them, the licence of all whose code they have. */
const besides = {
  name: 'besides',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
    this.emitFile({ type: 'asset', fileName: 'NOTICES.txt', source: noticesOf(bundle) })
  },
}

/** Code of others alone, of which a bug report needs no names: these parts are made as small as can be. */
const ofOthers = ['editors', 'agents', 'yaml']
const small = {
  name: 'small',
  renderChunk: async (code, { name, fileName }) =>
    ofOthers.includes(name) ? (await minify(fileName, code, { sourcemap: false })).code : undefined,
}

/** The licence of every package whose code is in the build, as their terms ask. */
function noticesOf(bundle) {
  const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
  const folders = [...modules, ...madeSchemas.moduleIds].flatMap(
    (id) => /^(?:[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(id) ?? [],
  )
  return [...new Set(folders)].sort().map(notice).join('\n')
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${name} ${version} (${license})\n${text}`
}

/** What runs together is one file, with all that it needs of what is not in an earlier one: a file takes 0.5 ms to load. */
const groups = [
  ['start', /\/src\/(?:main|cli\/run-command-line)\.ts$/],
  ['check', /\/src\/(?:cli\/check\/check|dashboard\/client|reporters\/table)\.ts$/],
  ['network', /\/src\/dashboard\/(?:conceal|transport\/transport)\.ts$/],
  ['embedded', /\/src\/(?:run\/rulesets\/ruleset-files|service\/http\/(?:app|in-process))\.ts$/],
  ['editors', /\/node_modules\/vscode-/],
  ['agents', /\/node_modules\/@modelcontextprotocol\//],
  ['yaml', /\/node_modules\/yaml\//],
  ['oas', /\/src\/engine\/(?:rulesets\/oas\/ruleset|functions\/oas\/check-(?:document|examples))\.ts$/],
].map(([name, test], index) => ({ name, test, priority: 10 - index }))

// npm installs none of these in a clone that it makes for a global installation, as pre-commit asks for.
if (!existsSync('node_modules/rolldown')) execSync('npm ci --ignore-scripts --global=false --include=dev')
const [{ rolldown }, { minify }] = await Promise.all([import('rolldown'), import('rolldown/utils')])
const madeSchemas = await makeSchemas()
const bundle = await rolldown({
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  external: ['typescript'],
  resolve: { alias: unused },
  input: {
    main: 'src/main.ts',
    library: 'src/library.ts',
    'evaluation-worker': 'src/service/evaluation/evaluation-worker.ts',
    'definition-worker': 'src/run/threads/definition-worker.ts',
  },
  plugins: [raw, noPrograms, schemaTexts, httpParser, besides, small],
})
await bundle.write({
  dir: 'dist',
  // Node 20 loads CommonJS faster than modules. Names of functions stay: a bug report has a stack.
  format: 'cjs',
  charset: 'ascii',
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  // The code cache for Node 20 knows no import().
  dynamicImportInCjs: false,
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups },
  cleanDir: true,
})
