import { isRecord } from '../../model/record.ts'
import { badRequest } from '../http/envelope.ts'
import { contentId } from './issue-id.ts'

/**
 * The API's identity in the answer: what the request says, or what the gateway's extension in the definition
 * says, or else an identity of the content, the same for the same content in JSON and in YAML.
 */
export function definitionId(asked: string | null, value: unknown): string {
  if (asked !== null && asked.trim() !== '') return asked
  return gatewayId(value) ?? contentId([canonicalText(value)], 32)
}

/** `info.id` of the `x-<product>-api-gateway` extension. */
function gatewayId(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value).filter((key) => /^x-.+-api-gateway$/i.test(key))
  const ids = keys.map((key) => infoId(value[key]))
  return ids.find((id) => id !== undefined)
}

function infoId(extension: unknown): string | undefined {
  const info = isRecord(extension) ? extension.info : undefined
  const id = isRecord(info) ? info.id : undefined
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

/** JSON with the keys of every object in order. */
function canonicalText(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  try {
    return JSON.stringify(value, sorted)
  } catch (error) {
    if (error instanceof RangeError) throw badRequest('The definition is nested too deeply')
    throw error
  }
}
