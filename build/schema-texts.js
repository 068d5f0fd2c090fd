import { resolve } from 'node:path'

const schemaModule = resolve('src/engine/functions/oas/schema-text.ts')

/**
 * The official schemas as the engine rewrites them, as texts: to rewrite one takes a small check as long as to compile it.
 * `modules` are the files that they were made of.
 */
export async function schemaTexts(rolldown) {
  const bundle = await rolldown({ platform: 'node', input: schemaModule })
  const [{ code, moduleIds: modules }] = (await bundle.generate()).output
  const { schemaNames, renderSchema } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const texts = schemaNames.map((name) => `'${name}': () => ${JSON.stringify(renderSchema(name))}`)
  const made = `const texts = { ${texts} }\nexport const renderSchema = (name) => texts[name]()`
  return { modules, plugin: { name: 'schema-texts', load: (id) => (id === schemaModule ? made : undefined) } }
}
