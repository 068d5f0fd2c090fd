import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { keyRequestRecord } from '../../../src/sandbox/store/records.ts'
import { effort } from '../../effort.ts'
import { throughBothDoors } from '../../sandbox/doors.ts'
import { sampleWorkspace } from '../../sandbox/sample-workspace.ts'

const schema = z.record(z.string(), z.unknown())
const contract = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        security: z.array(z.record(z.string(), z.unknown())),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema })).default([]),
        requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema })) }).optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
})
type Contract = z.infer<typeof contract>
type Operation = Contract['paths'][string][string]

const workspaceOf = () => {
  const open = { id: 'open', org_id: 'org-a', by_user: 'ada', apply_policies: ['p'] }
  return sampleWorkspace({ stored: { keyRequests: [keyRequestRecord().parse(open)] } })
}

/** Texts that lead somewhere, and such as lead astray. */
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('pets', 'style', 'security', 'tools', 'classic', 'public', 'open', 'ada'),
  },
  fc.constantFrom(
    'foreign',
    'deleted',
    'template',
    'token-pets',
    'writer',
    'org-a',
    'v2',
    'true',
    '-1',
    '1',
    'oas-api',
  ),
  fc.constantFrom('__proto__', 'constructor', ' ', '..%2f', 'a/b', 'é', '\u0000', '%', 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }))

/** Values of a schema; now and then something else in the place of a part. */
function valuesOf(of: unknown, document: Contract, depth = 0): fc.Arbitrary<unknown> {
  const { $ref, enum: values, const: only, type, properties, items, anyOf, additionalProperties } = Object(of)
  if (depth > 6) return anything
  const below = (part: unknown) => valuesOf(part, document, depth + 1)
  if (typeof $ref === 'string') return below(document.components.schemas[$ref.split('/').at(-1) ?? ''])
  if (only !== undefined) return mostly(fc.constant(only))
  if (Array.isArray(values)) return mostly(fc.constantFrom(...values))
  if (Array.isArray(anyOf)) return mostly(fc.oneof(...anyOf.map(below)))
  if (type === 'array') return mostly(fc.array(below(items), { maxLength: 3 }))
  if (type === 'object' || properties) {
    const named = Object.entries(Object(properties)).map(([key, part]) => [key, below(part)] as const)
    const own = fc.record(Object.fromEntries(named), { requiredKeys: requiredOf(of) })
    const others = fc.dictionary(text, additionalProperties ? below(additionalProperties) : anything, {
      maxKeys: 2,
    })
    return mostly(fc.tuple(own, others).map(([one, more]) => ({ ...more, ...Object(one) })))
  }
  if (type === 'integer' || type === 'number') return mostly(fc.oneof(fc.integer(), fc.double()))
  if (type === 'boolean') return mostly(fc.boolean())
  return mostly(text)
}

function requiredOf(of: unknown): string[] {
  const { required = [], properties = {} } = Object(of)
  return Array.isArray(required) ? required.filter((key) => Object.hasOwn(Object(properties), key)) : []
}

function mostly(expected: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: expected }, { weight: 1, arbitrary: anything })
}

const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: { authorization: 'Bearer key-administrator' },
  admin: { 'admin-auth': 'admin-secret' },
  gateway: { 'x-gw-authorization': 'gateway-secret' },
}
const users = ['writer', 'reader', 'denied', 'editor', 'viewer', 'stranger', 'super', 'inactive', 'nobody']
const anyCredential = fc.oneof(
  fc.constantFrom(...Object.values(credentials), {}),
  fc.constantFrom(...users).map((user) => ({ authorization: `Bearer key-${user}` })),
)

const definition = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/a': { get: {} } } }

function bodyOf(operation: Operation, document: Contract) {
  if (!operation.requestBody) return fc.constant({ type: 'application/json', body: undefined })
  const made = Object.entries(operation.requestBody.content).map(([type, { schema: of }]) =>
    fc
      .oneof(valuesOf(of, document), fc.constant(definition))
      .map((value) => ({ type, body: JSON.stringify(value) })),
  )
  const broken = fc
    .tuple(
      fc.constantFrom('application/json', 'application/yaml', 'text/plain', ''),
      fc.string({ unit: 'binary' }),
    )
    .map(([type, body]) => ({ type, body }))
  return fc.oneof({ weight: 8, arbitrary: fc.oneof(...made) }, broken)
}

function requestOf(path: string, operation: Operation, document: Contract) {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  // These are steps of a path, encoded or not.
  const part = text.filter((value) => !/^(\.\.?)?$/.test(value) && !/\p{Surrogate}/u.test(value))
  const [scheme = ''] = operation.security.flatMap((each) => Object.keys(each))
  return fc
    .record({
      parts: fc.tuple(...inPath.map(() => part)),
      query: fc.record(
        Object.fromEntries(inQuery.map((each) => [each.name, valuesOf(each.schema, document)])),
        {
          requiredKeys: [],
        },
      ),
      credential: fc.oneof({ weight: 4, arbitrary: fc.constant(credentials[scheme] ?? {}) }, anyCredential),
      sent: bodyOf(operation, document),
    })
    .map(({ parts, query, credential, sent }) => {
      const target = inPath.reduce(
        (all, { name }, at) => all.replace(`{${name}}`, encodeURIComponent(parts[at] ?? '')),
        path,
      )
      const fields = Object.entries(query).map(([name, value]): [string, string] => [
        name,
        // An object may have a member named toString.
        (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(/\p{Surrogate}/gu, ''),
      ])
      return { target: `${target}?${new URLSearchParams(fields)}`, credential, ...sent }
    })
}

function validatorOf(document: Contract) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'contract' })
  return (path: string, method: string, status: number, body: unknown): string | undefined => {
    const steps = [
      'paths',
      path,
      method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]
    const escaped = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`contract#/${escaped.join('/')}`)
    if (validate === undefined) return `${status} is not described`
    return validate(body) ? undefined : ajv.errorsText(validate.errors)
  }
}

throughBothDoors((send, door) => {
  it('answers whatever is asked as its contract says, and never with an internal error', async () => {
    const document = contract.parse(await (await send(workspaceOf(), '/openapi.json', {})).json())
    const faultOf = validatorOf(document)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    expect(operations.length).toBeGreaterThan(12)
    const met = new Set<number>()
    for (const { path, method, operation } of operations) {
      await fc.assert(
        fc.asyncProperty(requestOf(path, operation, document), async ({ target, credential, type, body }) => {
          const headers = { ...credential, ...(type === '' ? {} : { 'content-type': type }) }
          const init = { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) }
          const response = await send(workspaceOf(), target, init)
          const answer: unknown = await response.json()
          met.add(response.status)
          expect(faultOf(path, method, response.status, answer)).toBeUndefined()
          expect(response.status).toBeLessThan(500)
        }),
        // The answers are the same by design; what only a socket does shows with fewer.
        { numRuns: (door === 'in process' ? 30 : 12) * effort },
      )
    }
    expect([200, 400, 401, 403, 404].filter((status) => !met.has(status))).toEqual([])
  })
})
