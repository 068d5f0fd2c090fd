import { resolve } from 'node:path'

/**
 * Modules whose result the build writes in their place, as to work it out takes a small check as long as all the rest: the
 * official schemas as the engine rewrites them, a file each, and the order of a report's fields.
 * `modules` are the files that they were made of.
 */
export async function madeModules(rolldown) {
  const [schemas, orders] = await Promise.all([
    run(rolldown, 'src/engine/functions/oas/schema-text.ts'),
    run(rolldown, 'src/reporters/report-order.ts'),
  ])
  const texts = new Map(
    schemas.exports.schemaNames.map((name) => [`schema-${name}.js`, schemas.exports.renderSchema(name)]),
  )
  const made = new Map([
    [schemas.file, `export const renderSchema = (name) => require('./schema-' + name + '.js')`],
    [
      orders.file,
      `export const readReportOrders = () => (${JSON.stringify(orders.exports.readReportOrders())})`,
    ],
  ])
  return {
    modules: [...schemas.modules, ...orders.modules],
    plugin: {
      name: 'made-modules',
      load: (id) => made.get(id),
      generateBundle() {
        for (const [fileName, text] of texts)
          this.emitFile({ type: 'asset', fileName, source: `module.exports = ${JSON.stringify(text)}\n` })
      },
    },
  }
}

async function run(rolldown, path) {
  const bundle = await rolldown({ platform: 'node', input: path })
  const [{ code, moduleIds: modules }] = (await bundle.generate()).output
  return {
    file: resolve(path),
    modules,
    exports: await import(`data:text/javascript,${encodeURIComponent(code)}`),
  }
}
