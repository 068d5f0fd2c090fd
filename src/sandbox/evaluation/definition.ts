import { parseDocument } from '../../core/document/document.ts'
import { findOpenApiVersion, findOtherKind } from '../../core/document/openapi-versions.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import { isRecord } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { contentId } from '../../core/text/digest.ts'
import { parseBody } from '../http/body.ts'
import { badRequestError } from '../http/exchange.ts'
import type { EvaluableApi } from '../store/records.ts'
import type { WrittenText } from '../store/source-text.ts'
import type { Workspace } from '../store/workspace.ts'

/** The definition of a request: its body, or the text in `content` of a JSON envelope. Refuses with 400 all but OpenAPI 3. */
export function readDefinition(body: SourceDocument, format: 'json' | 'yaml'): SourceDocument {
  const isEnvelope = format === 'json' && isRecord(body.value) && Object.hasOwn(body.value, 'content')
  const definition = isEnvelope ? parseContent(readContent(body.value)) : body
  refuseUnknownDocument(definition.value)
  return definition
}

function readContent(envelope: unknown): string {
  const { content, ...others } = isRecord(envelope) ? envelope : {}
  if (typeof content !== 'string')
    throw badRequestError('content is not a string: send the definition as text')
  const [other] = Object.keys(others)
  if (other !== undefined) throw badRequestError(`${other} is not allowed together with content`)
  if (content.trim() === '') throw badRequestError('content is empty')
  return content
}

/** JSON first, then YAML; the error is that of JSON for a text that begins like it. */
function parseContent(content: string): SourceDocument {
  try {
    return parseBody(content, 'json', 'content')
  } catch (asJson) {
    try {
      return parseBody(content, 'yaml', 'content')
    } catch (asYaml) {
      throw /^\s*[{[]/.test(content) ? asJson : asYaml
    }
  }
}

export function refuseUnknownDocument(value: unknown): void {
  if (!isRecord(value))
    throw badRequestError('The definition is not an OpenAPI document: its root is not an object')
  const { openapi, swagger } = value
  if (openapi === undefined) {
    const kind = findOtherKind(value)
    const other = kind === undefined ? 'it has no top-level openapi' : `it is ${kind}`
    const has = swagger === undefined ? other : `it has swagger: ${String(swagger)}`
    throw badRequestError(`The definition is not an OpenAPI 3 document: ${has}`)
  }
  if (typeof openapi !== 'string') {
    throw badRequestError(
      'The definition is not an OpenAPI document: openapi is not a string, put its value in quotes',
    )
  }
  if (findOpenApiVersion(value) === undefined)
    throw badRequestError(`The definition is not an OpenAPI 3 document: openapi is ${openapi}`)
}

/** The API's id in the answer: that of the request, else of the gateway's extension, else of the content, alike in JSON and YAML. */
export function definitionId(asked: string | null, value: unknown): string {
  if (asked !== null && asked.trim() !== '') return asked
  return gatewayId(value) ?? contentId([canonicalText(value)], 32)
}

/** `info.id` of the `x-<product>-api-gateway` extension. */
function gatewayId(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const extensions = Object.entries(value).filter(([key]) => /^x-.+-api-gateway$/i.test(key))
  return extensions.map(([, extension]) => infoId(extension)).find((id) => id !== undefined)
}

function infoId(extension: unknown): string | undefined {
  const info = isRecord(extension) ? extension.info : undefined
  const id = isRecord(info) ? info.id : undefined
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

function canonicalText(value: unknown): string {
  const sortKeys = (_key: string, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => compareText(one, other)))
      : part
  try {
    return JSON.stringify(value, sortKeys)
  } catch (error) {
    if (error instanceof RangeError) throw badRequestError('The definition is nested too deeply')
    throw error
  }
}

const maxKept = 16

/** Reads saved definitions: a file each time, so that a change counts at once; parsed when its content is new. Rejects with its fault. */
export function createDefinitionReader(workspace: Workspace): (api: EvaluableApi) => Promise<SourceDocument> {
  /** The last used is at the end. */
  const documents = new Map<string, SourceDocument>()
  return async (api) => {
    const source = await workspace.definition(api)
    const content = `${source.format}\n${source.text}`
    const document = documents.get(content) ?? parseSource(source)
    documents.delete(content)
    documents.set(content, document)
    const [oldest] = documents.size > maxKept ? documents.keys() : []
    if (oldest !== undefined) documents.delete(oldest)
    if (api.kind === 'oas') refuseUnknownDocument(document.value)
    return document
  }
}

function parseSource({ name, text, format }: WrittenText): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    throw error instanceof ParseError ? new Error(`${name}: ${error.message}`, { cause: error }) : error
  }
}
