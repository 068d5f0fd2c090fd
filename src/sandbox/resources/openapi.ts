import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { once } from '../../core/model/once.ts'
import * as apis from '../../dashboard/contract/apis.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import * as evaluation from '../../dashboard/contract/evaluation.ts'
import * as keys from '../../dashboard/contract/keys.ts'
import * as portal from '../../dashboard/contract/portal.ts'
import * as rulesets from '../../dashboard/contract/rulesets.ts'
import * as users from '../../dashboard/contract/users.ts'
import { findProduct } from '../http/credentials.ts'
import { jsonAnswer } from '../http/exchange.ts'
import {
  type Credential,
  type Parameter,
  pageParameter,
  type ServiceOperation,
  type ServiceRoute,
} from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

/** The version of the interface, not of this program. */
const interfaceVersion = '5.15.0'

/** The contract of the routes and of itself. */
export function openApiRoute(
  routes: readonly ServiceRoute[],
  workspace: Workspace,
  limits: SandboxLimits,
): ServiceRoute {
  const own: ServiceRoute = {
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Contract',
    summary: 'Read this contract',
    description: 'The OpenAPI description of this service.',
    credential: 'none',
    answer: { description: 'The OpenAPI document.', schema: () => z.record(z.string(), z.unknown()) },
    handle: async () => answer(),
  }
  const answer = once(() => jsonAnswer(openApiDocument([...routes, own], findProduct(workspace), limits)))
  return own
}

function openApiDocument(routes: readonly ServiceRoute[], product: string, limits: SandboxLimits): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationObject(route) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Governance sandbox',
      version: interfaceVersion,
      description:
        'The management API of an API dashboard, served from a folder: evaluations, lookups, keys and tokens.',
      license: { name: packageJson.license, identifier: packageJson.license },
      contact: { name: 'gov' },
    },
    // Relative: the host that a request names is whatever its sender wrote.
    servers: [{ url: '/', description: 'This sandbox.' }],
    tags: listTags(routes),
    security: [{ user: [] }],
    paths,
    components: { securitySchemes: securitySchemes(product), schemas: componentSchemas(limits) },
  }
}

const tagTexts: Readonly<Record<string, string>> = {
  Evaluations: 'Evaluations of APIs against rulesets.',
  // Generators make the words of a tag out of its capitals.
  'Saved API': 'Lookups of saved APIs.',
  Rulesets: 'Lookups and changes of saved rulesets.',
  Administration: 'Users and single sign-on, across all organisations.',
  Users: 'Users of the organisation.',
  Keys: 'Keys of API consumers.',
  Portal: 'Developers and their key requests.',
  Tokens: 'Refresh tokens of OAuth clients, at the gateway.',
  Contract: 'This description.',
}

function listTags(routes: readonly ServiceRoute[]): object[] {
  const names = [...new Set(routes.map(({ tag }) => tag))]
  return names.map((name) => ({ name, description: tagTexts[name] ?? name }))
}

function securitySchemes(product: string): object {
  const header = `X-${product.charAt(0).toUpperCase()}${product.slice(1)}-Authorization`
  return {
    user: { type: 'http', scheme: 'bearer', description: "The access key from the user's profile." },
    admin: { type: 'apiKey', in: 'header', name: 'Admin-Auth', description: "The administrator's secret." },
    gateway: { type: 'apiKey', in: 'header', name: header, description: "The gateway's secret." },
  }
}

const failed = { 500: 'The service failed.' }

const refusalsBy: Readonly<Record<Credential, ServiceOperation['refusals']>> = {
  user: {
    401: 'The Authorization header has no access key of an active user.',
    403: 'The user lacks permission.',
    ...failed,
  },
  admin: { 401: "The Admin-Auth header does not have the administrator's secret.", ...failed },
  gateway: { 403: "The gateway's header does not have its secret.", ...failed },
  none: {},
}

function operationObject(operation: ServiceOperation): object {
  const { id, tag, summary, description, credential, parameters = [], body = {}, answer } = operation
  const content = Object.entries(body).map(([type, schema]) => [type, { schema: renderSchema(schema()) }])
  const error = credential === 'gateway' ? 'GatewayMessage' : 'ApiResponse'
  const refusals = {
    ...refusalsBy[credential],
    ...(parameters.includes(pageParameter) && { 400: 'p is not a number.' }),
    ...(content.length > 0 && { 413: 'The body is larger than the limit.' }),
    ...operation.refusals,
  }
  const given = Object.entries(refusals).filter(([, text]) => text !== '')
  const responses = given.map(([status, text]) => [
    status,
    { description: text, content: jsonContent({ $ref: `#/components/schemas/${error}` }) },
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: credential === 'none' ? [] : [{ [credential]: [] }],
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...(content.length > 0 && { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: {
      [answer.status ?? 200]: {
        description: answer.description,
        content: jsonContent(renderSchema(answer.schema())),
      },
      ...Object.fromEntries(responses),
    },
  }
}

function parameterObject({ name, in: place, description, required = false, ...typed }: Parameter): object {
  const schema = typed.schema()
  const list = schema instanceof z.ZodArray ? { style: 'form', explode: false } : {}
  return { name, in: place, description, required, ...list, schema: renderSchema(schema) }
}

function jsonContent(schema: object): object {
  return { 'application/json': { schema } }
}

const otherNames = new Map([
  ['savedRuleset', 'Ruleset'],
  ['userDetail', 'User'],
])

/** All schemas of the wire, by the names that the contract gives them. */
const registry = once(() => {
  const all = z.registry<{ id: string }>()
  const { writtenSession: _ours, ...ofKeys } = keys
  const exported = { ...evaluation, ...apis, ...rulesets, ...users, ...ofKeys, ...portal }
  for (const [name, schema] of Object.entries(exported)) {
    const id = otherNames.get(name) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (typeof schema === 'function') all.add(schema(), { id })
  }
  return all
})

const uri = (id: string) => `#/components/schemas/${id}`

/** Every named schema as JSON Schema; they refer to each other by name. */
function componentSchemas(limits: SandboxLimits): Readonly<Record<string, object>> {
  const { schemas } = z.toJSONSchema(registry(), { uri, io: 'input', override: dropLanguageLimits })
  const plainSchemas = Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)])
  return { ...Object.fromEntries(plainSchemas), SandboxEvaluationRequest: evaluationRequest(limits) }
}

/** With the rules that the service checks itself, to say more about what is wrong than a schema could. */
function evaluationRequest({ apis, rulesets, categories }: SandboxLimits): object {
  const createNamesSchema = (max: number) => ({
    type: 'array',
    items: { type: 'string', minLength: 1 },
    minItems: 1,
    ...(Number.isFinite(max) && { maxItems: max }),
  })
  const api_ids = createNamesSchema(apis)
  const selectors = { ruleset_ids: createNamesSchema(rulesets), categories: createNamesSchema(categories) }
  const type = 'object'
  // Some generators read nothing beside oneOf, so each branch is whole.
  const oneOf = Object.entries(selectors).map(([key, schema]) => ({
    title: key === 'categories' ? 'EvaluationByCategories' : 'EvaluationByRulesets',
    type,
    properties: { api_ids, [key]: schema },
    required: ['api_ids', key],
  }))
  return { type, properties: { api_ids, ...selectors }, required: ['api_ids'], oneOf }
}

/** A named schema as a reference, any other as it is. */
function renderSchema(schema: z.ZodType): object {
  const known = registry().get(schema)
  if (known !== undefined) return { $ref: uri(known.id) }
  return withoutIdentity(z.toJSONSchema(schema, { io: 'input', override: dropLanguageLimits }))
}

function withoutIdentity(schema: { readonly $schema?: unknown; readonly $id?: unknown }): object {
  const { $schema, $id, ...rest } = schema
  return rest
}

/** The language's largest numbers are not limits of the service. */
function dropLanguageLimits({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
