// `isObject(value)` and `isRecord(value)` are asked of every node of a document, by a run that is over before V8 inlines them:
// docs/decisions/inline-guards.md.
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const sources = join(import.meta.dirname, '../src') + sep
const source = readFileSync(join(sources, 'core/model/record.ts'), 'utf8')
/** What looks at every node; elsewhere the code would only become longer. */
const rooms = ['core/document', 'engine/matching', 'engine/json-schema', 'engine/openapi', 'engine/jsonpath']
const guards = ['isObject', 'isRecord'].map((name) => [name, readGuard(name)])

/** What a guard returns, with its only parameter as `value`. */
function readGuard(name) {
  const [, returned] =
    new RegExp(`export function ${name}\\(value: unknown\\): [^{]*\\{\\n  return (.*)\\n\\}`).exec(source) ??
    []
  if (returned === undefined)
    throw new Error(`${name} in record.ts is no longer one expression over \`value\``)
  return returned
}

/** Writes the guards out where they are asked of a variable: anything else might be worked out twice. */
export const inlineGuards = {
  name: 'inline-guards',
  transform: (code, id) => {
    if (!rooms.some((room) => id.startsWith(join(sources, room) + sep)) || !id.endsWith('.ts'))
      return undefined
    const inlined = guards.reduce(
      (text, [name, returned]) =>
        text.replace(
          new RegExp(`(?<![.\\w$])${name}\\(([A-Za-z_$][\\w$]*)\\)`, 'g'),
          (_, argument) => `(${returned.replaceAll(/\bvalue\b/g, () => argument)})`,
        ),
      code,
    )
    return inlined === code ? undefined : { code: inlined }
  },
}
