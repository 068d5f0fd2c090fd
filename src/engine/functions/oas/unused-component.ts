import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { pointerKey, referencesOf } from '../references.ts'
import { isRoot, partOf } from './below-root.ts'

/** The kinds that only a `$ref` can use: security schemes are used by name, path items and the like by tools. */
const kinds = [
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'links',
  'callbacks',
  'mediaTypes',
]

const kindsOfVersion2 = ['definitions', 'parameters', 'responses']

/**
 * Every entry of a `components` object, or of that of a document, is the subject of some `$ref` of the document. A `$ref` to something inside
 * the subject, or from inside it, does not count.
 */
export const oasUnusedComponent = defineFunction({
  name: 'oasUnusedComponent',
  run: (given, _options, around) => {
    const isVersion2 = isRoot(given, around) && isRecord(given) && 'swagger' in given
    const { target, context } = isVersion2
      ? { target: given, context: around }
      : partOf(given, 'components', around)
    const { path } = context
    if (!isRecord(target)) return []
    const references = referencesOf(context)
    return (isVersion2 ? kindsOfVersion2 : kinds).flatMap((kind) => {
      const entries = target[kind]
      if (!isRecord(entries)) return []
      return Object.keys(entries)
        .filter((name) => !references?.has(pointerKey([...path, kind, name])))
        .map((name) => ({ message: `nothing refers to ${print(name)}`, path: [...path, kind, name] }))
    })
  },
})
