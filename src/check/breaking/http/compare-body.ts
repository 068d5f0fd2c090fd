import {
  type ApiDocument,
  child,
  children,
  isTrue,
  missingNode,
  type Node,
  type Nodes,
  readText,
} from '../document.ts'
import { compareContent } from './compare-content.ts'
import { type Content, contentOfTypes, getSchemaNode, readContent } from './content.ts'
import { itemChild, type Operation, type ReportScope } from './operation.ts'
import { collections } from './wire.ts'

interface Body {
  readonly at: Node
  readonly isRequired: boolean
  readonly content: Content
}

/** The body of a request, which 2.0 has among the parameters. */
export function readBody(operation: Operation, api: ApiDocument): Body | undefined {
  const at = child(operation.at, 'requestBody', api)
  if (at) return { at, isRequired: isTrue(at, 'required'), content: readContent(at, api) }
  const parameters = [
    itemChild(operation.item, 'parameters', api),
    child(operation.at, 'parameters', api),
  ].flatMap((list) => children(list, api, 'parameter'))
  const [body] = parameters.flatMap(([, each]) => (readText(each, 'in') === 'body' ? [each] : []))
  const fields = parameters.flatMap(([, each]) => (readText(each, 'in') === 'formData' ? [each] : []))
  const isRequired = [body, ...fields].some((each) => isTrue(each, 'required'))
  if (body) {
    const content = contentOfTypes(operation, 'consumes', body, getSchemaNode(body), api)
    return { at: body, isRequired, content }
  }
  if (fields.length === 0) return undefined
  return { at: findFormNode(operation), isRequired, content: formContent(fields, operation, api) }
}

/** The body of requests. What `reversed` operations have in it is sent to clients, as by webhooks. */
export function compareBodies(
  before: Operation,
  after: Operation,
  reversed: boolean,
  scope: ReportScope,
): void {
  const { report } = scope
  const [base, head] = [readBody(before, scope.base), readBody(after, scope.head)]
  if (base && head) {
    const direction = reversed ? 'response' : 'request'
    if (!reversed && head.isRequired && !base.isRequired)
      report('breaking-request-body-became-required', 'the request body is now required', base.at, head.at)
    const bodies = { what: 'the request body', direction, base: base.at, head: head.at } as const
    compareContent(base.content, head.content, bodies, scope)
  } else if (head?.isRequired && !reversed) {
    report('breaking-request-body-added', 'the request body is new and required', before.at, head.at)
  } else if (base && !head) {
    const gone = missingNode(after.at, 'requestBody')
    report('breaking-request-body-removed', 'the request body was removed', base.at, gone)
  }
}

/** The fields of a form in 2.0, as the body that they are in 3.0. */
function formContent(fields: Nodes, operation: Operation, api: ApiDocument): Content {
  const { path } = findFormNode(operation)
  const at = { value: { encoding: readFormEncoding(fields) }, path }
  const schema = { value: formSchema(fields), path }
  const content = contentOfTypes(operation, 'consumes', at, schema, api)
  if (child(operation.at, 'consumes', api)) return content
  const forms = content.filter(({ name }) => /form/i.test(name))
  return forms.length > 0 ? forms : [{ name: formType(fields), at, schema }]
}

function findFormNode({ at }: Operation): Node {
  return { value: undefined, path: [...at.path, 'parameters'] }
}

function formSchema(fields: Nodes): unknown {
  const properties = Object.fromEntries(fields.map((field) => [readText(field, 'name') ?? '', field.value]))
  const required = fields.flatMap((field) =>
    isTrue(field, 'required') ? (readText(field, 'name') ?? []) : [],
  )
  return { type: 'object', properties, required }
}

/** Where neither the operation nor the definition names a media type of forms. */
function formType(fields: Nodes): string {
  const hasFile = fields.some((field) => readText(field, 'type') === 'file')
  return hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
}

function readFormEncoding(fields: Nodes): unknown {
  const lists = fields.filter((field) => readText(field, 'type') === 'array')
  return Object.fromEntries(
    lists.map((field) => {
      const format = collections[readText(field, 'collectionFormat') ?? 'csv'] ?? 'form'
      const [style, explode] = format.split(', ')
      return [readText(field, 'name') ?? '', { style, explode: explode !== undefined }]
    }),
  )
}
