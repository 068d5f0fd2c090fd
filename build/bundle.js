// `npm run build`: bundles `src` into `dist`.
import { execSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inlineGuards } from './inline-guards.js'
import { madeModules } from './made-modules.js'
import { notices } from './notices.js'
import { raw } from './raw.js'
import { tableMeasure } from './table-measure.js'

// It reads and writes by relative names, and would install into whichever project it is run in.
const project = realpathSync(join(import.meta.dirname, '..'))
if (realpathSync('.') !== project) {
  process.stderr.write(`error: build/bundle.js builds its own project alone\nhint: Run it in ${project}.\n`)
  process.exit(2)
}

// npm installs none of these in a clone that it makes for a global installation, as pre-commit asks for.
if (!existsSync('node_modules/rolldown')) execSync('npm ci --ignore-scripts --global=false --include=dev')
const [{ rolldown }, { minify }] = await Promise.all([import('rolldown'), import('rolldown/utils')])

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

/**
 * js-yaml reads the few documents that the quick reader gives up: its file is loaded at the first of them. Reading is
 * synchronous, which `import()` is not.
 */
const lazyYaml = {
  name: 'lazy-yaml',
  resolveId: (source, importer) => {
    if (source === './js-yaml.js') return { id: source, external: true }
    return source === './parse-yaml.ts' && importer?.endsWith('/document.ts') ? '\0lazy-yaml' : undefined
  },
  load: (id) =>
    id === '\0lazy-yaml'
      ? "export const parseYaml = (text) => require('./js-yaml.js').parseYaml(text)"
      : undefined,
}

/** Of gov's own package, what the program asks for: a check loads no list of what its development needs. */
const ownPackage = {
  name: 'own-package',
  load: (id) => {
    if (id !== join(project, 'package.json')) return undefined
    const asked = ['name', 'version', 'private', 'homepage', 'license', 'engines']
    const whole = JSON.parse(readFileSync(id, 'utf8'))
    return { code: JSON.stringify(whole, asked.concat(Object.keys(whole.engines))), moduleType: 'json' }
  },
}

/** Code of others alone, of which a bug report needs no names: these parts are made as small as can be. */
const ofOthers = ['editors', 'agents']
/** Names stay, and the rest is left to the bundler. The text of a WebAssembly module only grows. */
const compressed = { compress: true, mangle: false, codegen: { removeWhitespace: false } }
const small = {
  name: 'small',
  renderChunk: async (code, { name, fileName, moduleIds }) => {
    if (moduleIds.some((id) => id.includes('/@jitl/'))) return undefined
    const options = ofOthers.includes(name) ? {} : compressed
    return (await minify(fileName, code, { sourcemap: false, ...options })).code
  },
}

/** What runs together is one file, with all that it needs of what is not in an earlier one: a file takes 0.5 ms to load. */
const groups = [
  ['start', /\/src\/(?:main|cli\/run-command-line)\.ts$/],
  [
    'check',
    /\/(?:src\/(?:features\/check\/command|core\/model\/report)\.ts|cosmiconfig\/dist\/Explorer\.js)$/,
  ],
  [
    'embedded',
    /\/src\/(?:check\/(?:evaluation\/engine-evaluator|rulesets\/ruleset-files)|sandbox\/store\/memory-workspace|engine\/rulesets\/oas\/stored-ruleset)\.ts$/,
  ],
  ['table', /\/src\/reporters\/table\.ts$/],
  ['dashboard', /\/src\/dashboard\/client\.ts$/],
  ['network', /\/src\/dashboard\/(?:conceal-answers|transport\/transport)\.ts$/],
  ['workspace', /\/src\/sandbox\/(?:http\/(?:app|in-process)|store\/workspace)\.ts$/],
  ['editors', /\/node_modules\/vscode-/],
  ['agents', /\/node_modules\/@modelcontextprotocol\//],
].map(([name, test], index) => ({ name, test, priority: 20 - index }))

/** A program that starts meanwhile finds the entry files of one build. */
const beside = 'dist.new'
const made = await madeModules(rolldown)
const bundle = await rolldown({
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  external: ['typescript'],
  resolve: { alias: unused },
  input: {
    main: 'src/main.ts',
    library: 'src/library.ts',
    'js-yaml': 'src/core/document/parse-yaml.ts',
    'evaluation-worker': 'src/sandbox/evaluation/evaluation-worker.ts',
    'check-worker': 'src/features/lsp/work/check-worker.ts',
  },
  plugins: [
    inlineGuards,
    ownPackage,
    raw,
    noPrograms,
    lazyYaml,
    tableMeasure,
    made.plugin,
    notices(made.modules),
    small,
  ],
})
await bundle.write({
  dir: beside,
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

/** The engine alone, as modules for browsers too: what few rulesets need is in files of their own, loaded when it is asked for. */
const engine = await rolldown({
  platform: 'browser',
  // The sandbox of JavaScript would read its own file under Node, which it has in it.
  resolve: { alias: { fs: false } },
  input: { engine: 'src/engine.ts' },
  plugins: [inlineGuards, raw, made.pluginForBrowsers],
})
await engine.write({
  dir: beside,
  format: 'esm',
  charset: 'ascii',
  minify: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: 'engine-[name]-[hash].mjs',
})

// A chunk's name has its hash, so that it replaces none of another build; the files that load them come last.
const built = readdirSync(beside)
const isChunk = (name) => /-[\w-]{8}\.m?js$/.test(name)
mkdirSync('dist', { recursive: true })
for (const name of [...built.filter(isChunk), ...built.filter((each) => !isChunk(each))])
  renameSync(join(beside, name), join('dist', name))
rmSync(beside, { recursive: true })
for (const name of readdirSync('dist'))
  if (!built.includes(name)) rmSync(join('dist', name), { recursive: true })
