import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { findSettings } from '../../check/config/read-settings.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Conceal } from '../../core/text/conceal.ts'
import { excerpt } from '../../core/text/wording.ts'
import { jsonText } from '../../reporters/json-text.ts'
import { shownSettings } from '../../settings/shown.ts'
import { concealed } from './answer.ts'
import type { Tool, ToolCall } from './tool.ts'
import { createRuleList } from './tools/rules.ts'

interface Resource extends Pick<Tool, 'name' | 'title' | 'description'> {
  /** Undefined: there is none yet. */
  readonly read: (call: ToolCall) => Promise<object | undefined>
}

const resources: readonly Resource[] = [
  {
    name: 'rules',
    title: 'Rules in force',
    description: 'The rules that check uses, with severity and description.',
    read: async (call) => ({ rules: await createRuleList(call) }),
  },
  {
    name: 'config',
    title: 'Config in force',
    description: 'Each setting of check with its value and its origin. Credentials are not shown.',
    read: async ({ requestFor, world }) => {
      const { settings, config } = await findSettings(requestFor(), world)
      const shown = shownSettings(settings).map(({ name, ...rest }) => [name, rest])
      return { file: config?.name ?? null, settings: Object.fromEntries(shown) }
    },
  },
  {
    name: 'report',
    title: 'Last report',
    description:
      'What check or apply_fix found last: the verdict, counts by rule and file, and the first 200 issues.',
    read: async ({ pages }) => pages.lastReport(),
  },
]

const mimeType = 'application/json'
const renderUri = (name: string) => `gov://${name}`

export function listResources() {
  return resources.map(({ read: _, ...resource }) => ({
    uri: renderUri(resource.name),
    mimeType,
    ...resource,
  }))
}

/** JSON without credentials. Throws McpError. */
export async function readResource(uri: string, call: ToolCall, conceal: Conceal) {
  const resource = resources.find(({ name }) => renderUri(name) === uri)
  if (!resource) throw notFoundError(`no resource ${JSON.stringify(excerpt(uri, 60))}`, uri)
  try {
    const value = await resource.read(call)
    if (value === undefined) throw notFoundError('there is no report yet: call check', uri)
    return { contents: [{ uri, mimeType, text: jsonText(concealed(value, conceal), 2) }] }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    throw new McpError(ErrorCode.InternalError, conceal(error.message))
  }
}

/** The code of the specification for a resource that is not found. */
const notFound = -32002

function notFoundError(message: string, uri: string): McpError {
  return new McpError(notFound, message, { uri: excerpt(uri) })
}
