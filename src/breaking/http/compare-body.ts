import { type ApiDocument, child, children, goneFrom, isTrue, type Node, textOf } from '../document.ts'
import { compareContent } from './compare-content.ts'
import { type Content, contentOf, contentOfTypes, schemaOf } from './content.ts'
import { formAt, formContent } from './form.ts'
import { itemChild, type Operation, type Scope } from './operation.ts'

interface Body {
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

/** The body of requests. What `reversed` operations have in it is sent to clients, as by webhooks. */
export function compareBodies(before: Operation, after: Operation, reversed: boolean, scope: Scope): void {
  const { report } = scope
  const [base, head] = [bodyOf(before, scope.base), bodyOf(after, scope.head)]
  if (base && head) {
    const direction = reversed ? 'response' : 'request'
    if (!reversed && head.isRequired && !base.isRequired)
      report('breaking-request-body-became-required', 'the request body is now required', base.at, head.at)
    const bodies = { what: 'the request body', direction, base: base.at, head: head.at } as const
    compareContent(base.content, head.content, bodies, scope)
  } else if (head?.isRequired && !reversed) {
    report('breaking-request-body-added', 'the request body is new and required', before.at, head.at)
  } else if (base && !head) {
    const gone = goneFrom(after.at, 'requestBody')
    report('breaking-request-body-removed', 'the request body was removed', base.at, gone)
  }
}
