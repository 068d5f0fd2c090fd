import { type ApiDocument, child, isTrue, type Node, type Nodes, textOf } from '../document.ts'
import { type Content, contentOfTypes } from './content.ts'
import type { Operation } from './operation.ts'
import { collections } from './wire.ts'

/** The fields of a form in 2.0, as the body that they are in 3.0. */
export function formContent(fields: Nodes, operation: Operation, api: ApiDocument): Content {
  const { path } = formAt(operation)
  const at = { value: { encoding: encodingOf(fields) }, path }
  const schema = { value: formSchema(fields), path }
  const content = contentOfTypes(operation, 'consumes', at, schema, api)
  if (child(operation.at, 'consumes', api)) return content
  const forms = content.filter(({ name }) => /form/i.test(name))
  return forms.length > 0 ? forms : [{ name: formType(fields), at, schema }]
}

export function formAt({ at }: Operation): Node {
  return { value: undefined, path: [...at.path, 'parameters'] }
}

function formSchema(fields: Nodes): unknown {
  const properties = Object.fromEntries(fields.map((field) => [textOf(field, 'name') ?? '', field.value]))
  const required = fields.flatMap((field) => (isTrue(field, 'required') ? (textOf(field, 'name') ?? []) : []))
  return { type: 'object', properties, required }
}

/** Where neither the operation nor the definition names a media type of forms. */
function formType(fields: Nodes): string {
  const hasFile = fields.some((field) => textOf(field, 'type') === 'file')
  return hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
}

function encodingOf(fields: Nodes): unknown {
  const lists = fields.filter((field) => textOf(field, 'type') === 'array')
  return Object.fromEntries(
    lists.map((field) => {
      const format = collections[textOf(field, 'collectionFormat') ?? 'csv'] ?? 'form'
      const [style, explode] = format.split(', ')
      return [textOf(field, 'name') ?? '', { style, explode: explode !== undefined }]
    }),
  )
}
