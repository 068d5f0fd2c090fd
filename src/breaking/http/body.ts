import { type ApiDocument, child, children, isTrue, type Node, textOf } from '../document.ts'
import { type Content, contentOf, contentOfTypes, schemaOf } from './content.ts'
import type { Operation } from './operation.ts'

export interface Body {
  readonly at: Node
  readonly isRequired: boolean
  readonly content: Content
}

/** The body of a request, which 2.0 has among the parameters. */
export function bodyOf(operation: Operation, api: ApiDocument): Body | undefined {
  const at = child(operation.at, 'requestBody', api)
  if (at) return { at, isRequired: isTrue(at, 'required'), content: contentOf(at, api) }
  const parameters = [operation.item, operation.at].flatMap((holder) =>
    children(child(holder, 'parameters', api), api),
  )
  const [body] = parameters.flatMap(([, each]) => (textOf(each, 'in') === 'body' ? [each] : []))
  const fields = parameters.flatMap(([, each]) => (textOf(each, 'in') === 'formData' ? [each] : []))
  const isRequired = [body, ...fields].some((each) => isTrue(each, 'required'))
  if (body) {
    const content = contentOfTypes(operation, 'consumes', body, schemaOf(body), api)
    return { at: body, isRequired, content }
  }
  if (fields.length === 0) return undefined
  const form = formOf(fields, operation)
  return { at: form, isRequired, content: contentOfTypes(operation, 'consumes', form, form, api) }
}

/** A form as the object that it is in 3.0. */
function formOf(fields: readonly Node[], { at }: Operation): Node {
  const properties = Object.fromEntries(fields.map((field) => [textOf(field, 'name') ?? '', field.value]))
  const required = fields.flatMap((field) => (isTrue(field, 'required') ? (textOf(field, 'name') ?? []) : []))
  return { value: { type: 'object', properties, required }, path: [...at.path, 'parameters'] }
}
