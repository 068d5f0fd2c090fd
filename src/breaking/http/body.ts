import { type ApiDocument, child, children, isTrue, type Node, textOf } from '../document.ts'
import { type Content, contentOf, contentOfTypes, schemaOf } from './content.ts'
import { formAt, formContent } from './form.ts'
import type { Operation } from './operation.ts'
import { itemChild } from './path-item.ts'

export interface Body {
  readonly at: Node
  readonly isRequired: boolean
  readonly content: Content
}

/** The body of a request, which 2.0 has among the parameters. */
export function bodyOf(operation: Operation, api: ApiDocument): Body | undefined {
  const at = child(operation.at, 'requestBody', api)
  if (at) return { at, isRequired: isTrue(at, 'required'), content: contentOf(at, api) }
  const parameters = [
    itemChild(operation.item, 'parameters', api),
    child(operation.at, 'parameters', api),
  ].flatMap((list) => children(list, api))
  const [body] = parameters.flatMap(([, each]) => (textOf(each, 'in') === 'body' ? [each] : []))
  const fields = parameters.flatMap(([, each]) => (textOf(each, 'in') === 'formData' ? [each] : []))
  const isRequired = [body, ...fields].some((each) => isTrue(each, 'required'))
  if (body) {
    const content = contentOfTypes(operation, 'consumes', body, schemaOf(body), api)
    return { at: body, isRequired, content }
  }
  if (fields.length === 0) return undefined
  return { at: formAt(operation), isRequired, content: formContent(fields, operation, api) }
}
