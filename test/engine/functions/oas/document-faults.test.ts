import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../../src/engine/openapi/files.ts'

const rules = {
  name: 'r.yaml',
  text: 'extends: [[spectral:oas, off]]\nrules: {oas3-schema: error}',
  format: 'yaml',
} as const
const read = () => Promise.reject(new Error('no file'))

async function check(version: string, text: string) {
  const head = `openapi: ${version}\ninfo: {title: T, version: '1'${text.startsWith(',') ? '' : '}'}`
  const document = parseDocument(`${head}${text.startsWith(',') ? text : `\n${text}`}\n`, 'yaml')
  return evaluate(document, await loadRuleset(rules, { read })).map(
    ({ location, path, message }) => `${location.start_line} ${path.join('.')} ${message}`,
  )
}

const all = ['3.0.3', '3.1.1', '3.2.0']
const late = ['3.1.1', '3.2.0']
const parameter = (text: string) => `paths: {}\ncomponents: {parameters: {p: {name: a, in: query, ${text}}}}`
const operation = (text: string) =>
  `paths:\n  /a:\n    get:\n      responses: {'200': {description: d}}\n      ${text}`
const earlyTypes = '`array`, `boolean`, `integer`, `number`, `object`, `string`'
const types = earlyTypes.replace('`number`', '`"null"`, `number`')
const p = '4 components.parameters.p `p`'

it.each<[string, readonly string[], string, readonly string[]]>([
  ['none of three parts', late, 'x-a: 1', ['1  Document must have `paths`, `components` or `webhooks`']],
  [
    'example and examples',
    all,
    parameter('schema: {}, example: 1, examples: {a: {value: 1}}'),
    [`${p} must not have both \`example\` and \`examples\``],
  ],
  [
    'schema and content',
    all,
    parameter('schema: {}, content: {a/b: {}}'),
    [`${p} must not have both \`schema\` and \`content\``],
  ],
  [
    'neither schema nor content',
    all,
    parameter('description: d'),
    [`${p} must have \`schema\` or \`content\``],
  ],
  [
    'a style of another place',
    all,
    parameter('schema: {}, style: matrix'),
    [
      '4 components.parameters.p.style `style` must be one of `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`, but is `matrix`',
    ],
  ],
  [
    'a wrong type of parameter',
    all,
    'paths: {/a: {parameters: [null]}}',
    ['3 paths./a.parameters.0 `parameters.0` must be of type object, but is null'],
  ],
  [
    'two targets of a link',
    late,
    'components: {links: {l: {operationId: a, operationRef: b}}}',
    ['3 components.links.l `l` must not have both `operationRef` and `operationId`'],
  ],
  [
    'no target of a link',
    late,
    'components: {links: {l: {description: a}}}',
    ['3 components.links.l `l` must have `operationRef` or `operationId`'],
  ],
  [
    'two addresses of a licence',
    late,
    ', license: {name: a, url: "https://a.example", identifier: MIT}}\npaths: {}',
    ['2 info.license `license` must not have `url`, because it has `identifier`'],
  ],
  [
    'no response',
    all,
    'paths: {/a: {get: {responses: {}}}}',
    ['3 paths./a.get.responses `responses` must have at least 1 key, but has 0'],
  ],
  [
    'a key that is no status code',
    late,
    'paths: {/a: {get: {responses: {ok: {description: d}}}}}',
    ['3 paths./a.get.responses `responses` must not have: `ok`'],
  ],
  [
    'a property of a scheme that lacks another',
    all,
    'paths: {}\ncomponents: {securitySchemes: {s: {type: apiKey, name: x}}}',
    ['4 components.securitySchemes.s `s` must have the property `in`'],
  ],
  [
    'a scheme without a type',
    all,
    'paths: {}\ncomponents: {securitySchemes: {s: {scheme: basic}}}',
    ['4 components.securitySchemes.s `s` must have the property `type`'],
  ],
  [
    'a type that is none',
    ['3.2.0'],
    'components: {schemas: {s: {type: strin}}}',
    [
      '3 components.schemas.s.type `type` must be one of `array`, `boolean`, `integer`, `"null"`, `number`, `object`, `string`, but is `strin`',
    ],
  ],
  ...['null', '~', 'Null', ''].map((written): [string, readonly string[], string, readonly string[]] => [
    `a type that is ${written} without quotes`,
    late,
    `components: {schemas: {s: {type: ${written}}}}`,
    [`3 components.schemas.s.type \`type\` must be one of ${types}, but is null; put null in quotes`],
  ]),
  [
    'a list of types with null without quotes',
    late,
    'components: {schemas: {s: {type: [integer, null]}}}',
    [`3 components.schemas.s.type.1 \`type.1\` must be one of ${types}, but is null; put null in quotes`],
  ],
  ['a list of types', late, 'components: {schemas: {s: {type: [integer, "null"]}}}', []],
  ...['[integer, null]', '[integer, "null"]', '[string]'].map(
    (written): [string, readonly string[], string, readonly string[]] => [
      `the types ${written}`,
      ['3.0.3'],
      `paths: {}\ncomponents: {schemas: {s: {type: ${written}}}}`,
      [
        `4 components.schemas.s.type \`type\` must be one of ${earlyTypes}, but is an array; write one type, and \`nullable: true\` for null`,
      ],
    ],
  ),
  [
    'a type that is null',
    ['3.0.3'],
    'paths: {}\ncomponents: {schemas: {s: {type: null}}}',
    [
      `4 components.schemas.s.type \`type\` must be one of ${earlyTypes}, but is null; write one type, and \`nullable: true\` for null`,
    ],
  ],
  [
    'a key that a schema allows beside a fault',
    late,
    'components: {securitySchemes: {s: {type: oauth2, flows: {implicit: {authorizationUrl: x}}}}}',
    ['3 components.securitySchemes.s.flows.implicit `implicit` must have the property `scopes`'],
  ],
  [
    'a misspelt key',
    late,
    operation('sumary: x'),
    ['7 paths./a.get `get` must not have: `sumary` (did you mean `summary`?)'],
  ],
  [
    'a misspelt key',
    ['3.0.3'],
    operation('sumary: x'),
    ['7 paths./a.get.sumary `sumary` must not be here; did you mean `summary`?'],
  ],
  ['a key like no other', late, operation('wholly: x'), ['7 paths./a.get `get` must not have: `wholly`']],
  [
    'two misspelt keys',
    late,
    operation('operationID: x\n      sumary: y'),
    [
      '7 paths./a.get `get` must not have: `operationID` (did you mean `operationId`?), `sumary` (did you mean `summary`?)',
    ],
  ],
  ['a path without a slash', late, 'paths: {a: {}}', ['3 paths `paths` must not have: `a`']],
])('%s in %j is one fault', async (_what, versions, text, faults) => {
  for (const version of versions) expect(await check(version, text), version).toEqual(faults)
})

const scheme = (text: string) =>
  `paths: {}\ncomponents: {securitySchemes: {s: {type: http, scheme: basic, ${text}}}}`
const flows = '4 components.securitySchemes.s `s` must not have: `flows`'

it.each([
  ['by itself', 'flows: {}', [flows]],
  [
    'beside a fault of the same object',
    'flows: {}, description: 3',
    [flows, '4 components.securitySchemes.s.description `description` must be of type string, but is 3'],
  ],
  [
    'beside a misspelt one',
    'flows: {}, schema: a',
    ['4 components.securitySchemes.s `s` must not have: `flows`, `schema` (did you mean `scheme`?)'],
  ],
])('a key that another type of the object allows is told %s', async (_how, text, faults) => {
  for (const version of late) expect(await check(version, scheme(text)), version).toEqual(faults)
})

it('a key is unexpected beside a text from a file, which is no fault', async () => {
  const text = `openapi: 3.1.1\ninfo: {title: T, version: '1'}\n${scheme('flows: {}, description: {$ref: a.md}')}\n`
  const document = parseDocument(text, 'yaml')
  const files = await readReferencedFiles(document, 'api.yaml', async (name) => ({ name, text: 'words' }))
  const found = evaluate(document, await loadRuleset(rules, { read }), { files })
  expect(found.map(({ rule }) => rule.id)).toEqual(expect.arrayContaining(['oas3-schema']))
})

it.each([
  ['3.0.3', 'paths./a.get.sumary'],
  ['3.1.1', 'paths./a.get'],
])('a misspelt key of %s is at the key, in the order of the text', async (version, path) => {
  const document = parseDocument(
    `openapi: ${version}\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      sumary: x\n      responses: {'200': {description: d}}\n`,
    'yaml',
  )
  const [issue] = evaluate(document, await loadRuleset(rules, { read }))
  expect(issue?.path.join('.')).toBe(path)
  expect(issue?.location).toEqual({ start_line: 6, start_char: 7, end_line: 6, end_char: 13 })
})

it.each([
  ['./a_{b}.yaml', './a_%7Bb%7D.yaml'],
  ['a b.yaml#/c', 'a%20b.yaml#/c'],
  ['a%7Bb}.yaml', 'a%7Bb%7D.yaml'],
  ['#/x|y', '#/x%7Cy'],
  ['ä.yaml#/<b>', '%C3%A4.yaml#/%3Cb%3E'],
])('before 3.1, the reference %s is to be written %s', async (written, escaped) => {
  const message = `must be in the format \`uri-reference\`: write \`${escaped}\``
  const found = (version: string) =>
    check(version, `paths: {}\ncomponents: {responses: {r: {$ref: '${written}'}}}`)
  expect(await found('3.0.3')).toContain(`4 components.responses.r.$ref \`$ref\` ${message}`)
  expect((await found('3.1.0')).join()).not.toContain('uri-reference')
})

it.each([
  ['half a character', '"#/a\\uD800"', '`$ref` must be in the format `uri-reference`'],
  ['half a character and a blank', '"#/a \\uD800"', ': write `#/a%20\uD800`'],
  ['a backslash', "'.\\a.yaml'", '`$ref` must be in the format `uri-reference`'],
  ['a percent sign alone', "'#/a%zz'", '`$ref` must be in the format `uri-reference`'],
])('a reference with %s says what is known', async (_what, written, message) => {
  const found = (await check('3.0.3', `paths: {}\ncomponents: {responses: {r: {$ref: ${written}}}}`)).join(
    '\n',
  )
  expect(found).toContain(message)
  expect(found.includes(': write ')).toBe(message.startsWith(': write'))
})
