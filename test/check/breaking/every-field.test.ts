import { expect, it } from 'vitest'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { readValue, readYaml, today } from './changes-between.ts'

/** A definition with every field of OpenAPI 3.2 that is not in a schema, most of them beside some of each other. */
const definition = `
openapi: 3.2.0
jsonSchemaDialect: https://d
externalDocs: {url: u, description: d}
info:
  {title: t, summary: s, description: d, termsOfService: u, contact: {name: n, url: u, email: e}, license: {name: n, identifier: MIT}, version: '1'}
servers: [{url: 'https://{r}.a/v1', name: n, description: d, variables: {r: {default: eu, enum: [eu, us], description: d}}}]
security: [{k: []}, {o: [r]}]
tags: [{name: t, summary: s, description: d, parent: p, kind: nav, externalDocs: {url: u, description: d}}, {name: p}]
paths:
  /b: {get: {responses: {default: {description: d}}}}
  /a/{id}:
    summary: s
    description: d
    servers: [{url: https://b, name: n, description: d}]
    parameters: [{name: id, in: path, required: true, description: d, schema: {type: string}}]
    put: {responses: {default: {description: d}}}
    additionalOperations: {COPY: {responses: {'200': {description: d}}}}
    post:
      operationId: o
      summary: s
      description: d
      tags: [t]
      externalDocs: {url: u, description: d}
      deprecated: true
      x-sunset: 2027-01-01
      servers: [{url: https://c, name: n, description: d}]
      security: [{k: []}, {o: [r, w]}]
      parameters:
        - {name: q, in: query, description: d, deprecated: true, required: true, allowReserved: true, style: spaceDelimited, schema: {type: array, items: {type: string}}, example: [a]}
        - {name: H, in: header, content: {application/json: {schema: {type: object}, example: {a: 1}}}}
        - {name: e, in: query, allowEmptyValue: true, schema: {type: string, default: x}, examples: {a: {summary: s, value: 1}}}
        - {name: w, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {type: string}}}}, encoding: {f: {explode: false}}}}}
      requestBody:
        description: d
        required: true
        content:
          multipart/form-data:
            schema: {type: object, properties: {f: {type: string, contentMediaType: image/png}, g: {type: array, items: {type: object}}}}
            example: {f: 1}
            encoding: {f: {contentType: image/png, headers: {X: {description: d, required: true, schema: {type: string}}}}, g: {explode: false, allowReserved: true}}
          application/jsonl: {itemSchema: {type: object}}
          multipart/mixed: {itemSchema: {type: object}, prefixEncoding: [{contentType: a/b}], itemEncoding: {contentType: a/c}}
      responses:
        '200':
          summary: s
          description: d
          headers: {X: {description: d, required: true, deprecated: true, schema: {type: object}, explode: true, example: {a: 1}}}
          content: {application/json: {schema: {type: string}, examples: {e: {summary: s, description: d, value: 1}}}}
          links: {l: {operationId: o, parameters: {id: $response.body#/a}, requestBody: x, description: d, server: {url: https://z, name: n, description: d}}}
        default: {description: d}
      callbacks:
        c:
          '{$request.query.u}':
            post:
              description: d
              parameters: [{name: s, in: header, required: true, description: d}]
              requestBody: {description: d, required: true, content: {application/json: {schema: {type: string}}}}
              responses: {'200': {description: d, headers: {Y: {required: true, description: d}}}}
webhooks:
  w:
    summary: s
    description: d
    post:
      summary: s
      security: [{k: []}]
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {type: string}}}}}
components:
  securitySchemes:
    k: {type: apiKey, in: header, name: K, description: d, deprecated: true}
    o:
      type: oauth2
      oauth2MetadataUrl: https://m
      flows:
        authorizationCode: {authorizationUrl: https://a, tokenUrl: https://t, refreshUrl: https://r, scopes: {r: r, w: w}}
        deviceAuthorization: {deviceAuthorizationUrl: https://d, tokenUrl: https://t, scopes: {r: r, w: w}}
    b: {type: http, scheme: bearer, bearerFormat: JWT}
    c: {type: openIdConnect, openIdConnectUrl: https://c}
`

const { root } = readYaml(definition)

/** A version is no change by itself, a parameter of a path is there whatever it says, and properties and items imply the type. */
const unlisted =
  /^(?:info(?:,version)?|openapi|paths,\/a\/\{id\},parameters,0,required)$|(?:schema|properties,\w+),type$/i

type Container = Record<string, unknown>

function listPlaces(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...listPlaces(inner, [...path, key]),
  ])
}

function edit(path: readonly string[], change: (holder: Container, key: string) => void): unknown {
  const copy: unknown = structuredClone(root)
  const holder = path.slice(0, -1).reduce((at, key) => (at as Container)[key], copy)
  change(holder as Container, path.at(-1) ?? '')
  return copy
}

function listEdits(path: readonly string[]): readonly unknown[] {
  const value = path.reduce((at: unknown, key) => (at as Container)[key], root)
  const removed = edit(path, (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  })
  const changes = [
    ...(typeof value === 'string' ? [`${value}z`] : []),
    ...(typeof value === 'boolean' ? [!value] : []),
  ]
  return [
    removed,
    ...changes.map((change) => edit(path, (holder, key) => Object.assign(holder, { [key]: change }))),
  ]
}

it.each(
  listPlaces(root)
    .map((path) => path.join())
    .filter((path) => !unlisted.test(path)),
)('%s', (joined) => {
  const path = listPlaces(root).find((each) => each.join() === joined) ?? []
  for (const edited of listEdits(path))
    for (const [old, next] of [
      [root, edited],
      [edited, root],
    ]) {
      const { breaking, changes } = compareApis(readValue(old), readValue(next), { today, listsAll: true })
      expect(breaking.length + changes.length).toBeGreaterThan(0)
    }
})
