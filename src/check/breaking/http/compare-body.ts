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
import { compareContent, type Described } from './compare-content.ts'
import { type Content, contentOfTypes, getSchemaNode, readContent } from './content.ts'
import { itemChild, type Operation, type OperationWalk } from './operation.ts'
import { collections } from './wire.ts'

interface Body extends Described {
  readonly isRequired: boolean
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

/** The body of requests. What `isReversed` operations have in it is sent to clients, as by webhooks. */
export function compareBodies(
  oldOperation: Operation,
  newOperation: Operation,
  isReversed: boolean,
  walk: OperationWalk,
): void {
  const { report, tell } = walk
  const [oldBody, newBody] = [readBody(oldOperation, walk.oldApi), readBody(newOperation, walk.newApi)]
  const what = 'the request body'
  if (oldBody && newBody) {
    const direction = isReversed ? 'response' : 'request'
    const message = `${what} is ${newBody.isRequired ? 'now' : 'no longer'} required`
    if (newBody.isRequired && !oldBody.isRequired && !isReversed)
      report('breaking-request-body-became-required', message, oldBody.at, newBody.at)
    else if (newBody.isRequired !== oldBody.isRequired) tell('changed', message, oldBody.at, newBody.at)
    compareContent(oldBody, newBody, { what, direction, isSame: true }, walk)
  } else if (newBody?.isRequired && !isReversed) {
    report('breaking-request-body-added', `${what} is new and required`, oldOperation.at, newBody.at)
  } else if (newBody) tell('added', `${what} was added`, oldOperation.at, newBody.at)
  else if (oldBody) {
    const gone = missingNode(newOperation.at, 'requestBody')
    report('breaking-request-body-removed', `${what} was removed`, oldBody.at, gone)
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
