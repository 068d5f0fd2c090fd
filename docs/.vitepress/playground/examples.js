const orders = `openapi: 3.1.0
info:
  title: Orders
  version: 1.2.0
servers:
  - url: https://api.example.com
paths:
  /orders/{id}:
    get:
      summary: Reads an order
      operationId: read order
      tags: [orders]
      responses:
        "200":
          description: The order
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
  /Order_lines:
    post:
      operationId: addLine
      responses:
        "201": { description: Added }
components:
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id: { type: string }
        total: { type: number, example: ten }
    Unused: { type: string }
`

/** Both panes, by the example's name: each file's name and text. */
export const examples = {
  'OpenAPI rules': {
    definition: [['openapi.yaml', orders]],
    ruleset: [['rules.yaml', 'extends: spectral:oas\n']],
  },
  'Rules of your own': {
    definition: [['openapi.yaml', orders]],
    ruleset: [
      [
        'rules.yaml',
        `extends: [[spectral:oas, off]]
rules:
  oas3-schema: error
  paths-kebab-case:
    description: Paths are in kebab-case.
    message: "{{property}} is not in kebab-case"
    severity: error
    given: $.paths[*]~
    then:
      function: pattern
      functionOptions: { match: "^(/[a-z0-9-]+|/\\\\{[a-z]+\\\\})+$" }
`,
      ],
    ],
  },
  'A function in JavaScript': {
    definition: [['openapi.yaml', orders]],
    ruleset: [
      [
        'rules.yaml',
        `functions: [verbs]
rules:
  operation-id-begins-with-a-verb:
    description: An operation's id begins with a verb.
    given: $.paths[*][*].operationId
    then:
      function: verbs
      functionOptions: { verbs: [read, list, create] }
`,
      ],
      [
        'functions/verbs.js',
        `export default (id, { verbs }) =>
  verbs.some((verb) => id.startsWith(verb))
    ? []
    : [{ message: \`\${id} begins with none of \${verbs.join(', ')}\` }]
`,
      ],
    ],
  },
  OWASP: {
    definition: [['openapi.yaml', orders]],
    ruleset: [['rules.yaml', "extends: '@stoplight/spectral-owasp-ruleset'\n"]],
  },
}
