import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { raw } from './raw.js'

/**
 * Modules whose result the build writes in their place, as to work it out takes a small check as long as all the rest: the
 * official schemas as the engine rewrites them, a file each, the order of a report's fields, the rules of `spectral:oas`, and
 * why there are the built-in rules.
 * `modules` are the files that they were made of.
 */
export async function madeModules(rolldown) {
  const [schemas, orders, rulesets, reasons] = await Promise.all([
    run(rolldown, 'src/engine/functions/oas/schema-text.ts'),
    run(rolldown, 'src/reporters/report-order.ts'),
    run(rolldown, 'src/engine/store-builtin.ts'),
    run(rolldown, 'src/engine/rulesets/explanations/reasons.ts'),
  ])
  const stored = JSON.stringify(await rulesets.exports.storeBuiltin('spectral:oas'))
  const whys = JSON.stringify(await reasons.exports.readReasons())
  const texts = new Map(
    schemas.exports.schemaNames.map((name) => [`schema-${name}.js`, schemas.exports.renderSchema(name)]),
  )
  const made = new Map([
    [schemas.file, `export const renderSchema = (name) => require('./schema-' + name + '.js')`],
    [
      orders.file,
      `export const readReportOrders = () => (${JSON.stringify(orders.exports.readReportOrders())})`,
    ],
    [reasons.file, `export const readReasons = async () => (${whys})`],
    [
      resolve('src/engine/rulesets/oas/stored-ruleset.ts'),
      `export const storedOasRuleset = JSON.parse(${JSON.stringify(stored)})`,
    ],
  ])
  // Most of it is for those who develop.
  const packageFile = resolve('package.json')
  const { scripts: _, devDependencies: __, ...facts } = JSON.parse(readFileSync(packageFile, 'utf8'))
  const packageModule = `export default ${JSON.stringify(facts)}`
  const load = (id) => (id === packageFile ? { code: packageModule, moduleType: 'js' } : made.get(id))
  const inline = schemas.exports.schemaNames.map((name) => [name, schemas.exports.renderSchema(name)])
  return {
    modules: [...schemas.modules, ...orders.modules],
    plugin: {
      name: 'made-modules',
      load,
      generateBundle() {
        for (const [fileName, text] of texts)
          this.emitFile({ type: 'asset', fileName, source: `module.exports = ${JSON.stringify(text)}\n` })
      },
    },
    /** A browser has no `require`: the schemas are in the module. */
    pluginForBrowsers: {
      name: 'made-modules',
      load: (id) =>
        id === schemas.file
          ? `const texts = ${JSON.stringify(Object.fromEntries(inline))}\nexport const renderSchema = (name) => texts[name]`
          : load(id),
    },
  }
}

/** The exports of a module of TypeScript, bundled and run. */
export async function run(rolldown, path) {
  const dir = resolve('node_modules/.cache/build', basename(path, '.ts'))
  const bundle = await rolldown({ platform: 'node', input: path, plugins: [raw] })
  const { output } = await bundle.write({
    dir,
    cleanDir: true,
    entryFileNames: 'main.mjs',
    chunkFileNames: '[name].mjs',
  })
  const [{ moduleIds: modules }] = output
  return { file: resolve(path), modules, exports: await import(pathToFileURL(join(dir, 'main.mjs')).href) }
}
