import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runGov } from '../../../e2e/run-gov.ts'
import { tempTree } from '../../../temp-tree.ts'

type Row = readonly [
  what: string,
  before: string,
  rulesets: readonly string[],
  /** The line that is different, and how it is then; absent: nothing is. */
  changed: readonly [from: string, to: string] | undefined,
  said: string,
]

const head = "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\npaths: {}\n"
const ruleset = (...lines: readonly string[]) =>
  `rules:\n  own:\n${lines.map((line) => `    ${line}\n`).join('')}`
const property = '        description: {type: string, maxLength: 100}\n'
const properties = `${head}components:\n  schemas:\n    A:\n      type: object\n      properties:\n${property}`
const written = 'fix: {field: description, set: To be written, safe: true}'
const wanted = 'then: {field: description, function: truthy}'
const textual = 'then: {field: description, function: schema, functionOptions: {schema: {type: string}}}'

const declared: readonly Row[] = [
  [
    'an object named like the field gets the field',
    properties,
    [ruleset('given: $.components.schemas[*].properties[*]', wanted, written)],
    ['maxLength: 100}', 'maxLength: 100, description: To be written}'],
    'no issue left',
  ],
  [
    'an object that is the field is replaced',
    `${head}components:\n  schemas:\n    A:\n      description: {a: 1}\n`,
    [ruleset('given: $.components.schemas[*]', textual, written)],
    ['description: {a: 1}', 'description: To be written'],
    'no issue left',
  ],
  [
    'an object that may be either is left',
    `${head}components:\n  schemas:\n    A:\n      description: {a: 1}\n`,
    [ruleset('given: $.components.schemas..*', textual, written)],
    undefined,
    'own: it is unclear whether this "description" is the field of the fix, or should have it',
  ],
  [
    'an object that given names is the field',
    `${head}x-note: {a: 1}\nx-last: 1\n`,
    [
      ruleset(
        'given: $..x-note',
        'then: {function: undefined}',
        'fix: {field: x-note, remove: true, safe: true}',
      ),
    ],
    ['x-note: {a: 1}\n', ''],
    'no issue left',
  ],
  [
    'a ruleset that has no fix for its rule is not served by another',
    head,
    [
      ruleset('given: $.info', wanted),
      `${ruleset('given: $.info', 'severity: off', wanted, written)}  other: {given: $.info, then: {field: title, function: truthy}}\n`,
    ],
    undefined,
    'nothing to fix; 1 issue left',
  ],
  [
    'each ruleset has its own fix',
    head,
    [
      ruleset('given: $.info', wanted),
      ruleset(
        'given: $.info',
        'then: {field: x-b, function: truthy}',
        'fix: {field: x-b, set: 1, safe: true}',
      ),
    ],
    ["version: '1'}", "version: '1', x-b: 1}"],
    '1 issue left',
  ],
]

const siblings = 'extends: [[spectral:oas, off]]\nrules: {no-$ref-siblings: error}\n'
const others = "  /b: {delete: {responses: {'204': {description: Gone}}}}\n"
const withPath = (item: string) => head.replace('paths: {}\n', `paths:\n${item}${others}`)
const counts = 'no-$ref-siblings: what is next to the $ref of a path item may count'
const schemaB = 'components:\n  schemas:\n    B: {type: string}\n'
const twoKeys = "{$ref: '#/components/schemas/B', keep: 1}"

const builtin: readonly Row[] = [
  [
    'what a schema has beside its $ref stays',
    `${head}${schemaB}    A: {$ref: '#/components/schemas/B', description: An id, readOnly: true}\n`,
    [siblings],
    undefined,
    'nothing to fix; 2 issues left, all fixable with --unsafe',
  ],
  [
    'where nothing is lost, it is removed',
    `${head}${schemaB}    A: {properties: {a: {$ref: '#/components/schemas/B', type: string, description: ' '}}}\n`,
    [siblings],
    ["B', type: string, description: ' '}", "B'}"],
    'no issue left',
  ],
  [
    'a component does not become another name of its target',
    `${head}${schemaB}    A: {$ref: '#/components/schemas/B', description: ' '}\n`,
    [siblings],
    undefined,
    'nothing to fix; 1 issue left, fixable with --unsafe',
  ],
  [
    'nor does a part of one',
    `${head}${schemaB}    A: {allOf: [{$ref: '#/components/schemas/B', description: ' '}]}\n`,
    [siblings],
    undefined,
    'nothing to fix; 1 issue left, fixable with --unsafe',
  ],
  [
    'where the target says something else, it stays',
    `${head}${schemaB}    A: {$ref: '#/components/schemas/B', type: integer}\n`,
    [siblings],
    undefined,
    'nothing to fix; 1 issue left, fixable with --unsafe',
  ],
  [
    'an operation of a path item with a $ref stays',
    withPath("  /a: {$ref: '#/paths/~1b', delete: {responses: {'204': {description: Gone}}}}\n"),
    [siblings],
    undefined,
    counts,
  ],
  [
    'so does that of a callback',
    withPath(
      "  /a: {get: {callbacks: {c: {'{$url}': {$ref: '#/paths/~1b', delete: {}}}}, responses: {'204': {description: x}}}}\n",
    ),
    [siblings],
    undefined,
    counts,
  ],
  [
    'nor what an extension holds',
    `${head}x-cfg: ${twoKeys}\n${schemaB}`,
    [siblings],
    undefined,
    'nothing to fix',
  ],
  [
    'nor what an example holds',
    `${head}${schemaB}    A: {type: object, example: {a: ${twoKeys}}}\n`,
    [siblings],
    undefined,
    'nothing to fix',
  ],
  [
    'a rule that only has the id of a built-in one is not fixed like it',
    `${head}${schemaB}    A: ${twoKeys}\n`,
    [
      "rules:\n  no-$ref-siblings: {given: '$.components.schemas[*].keep', resolved: false, then: {function: falsy}, severity: error}\n",
    ],
    undefined,
    'nothing to fix; 1 issue left',
  ],
  [
    'nor is a built-in one that looks elsewhere',
    `${head}${schemaB}    A: ${twoKeys}\n`,
    [
      "extends: [[spectral:oas, off]]\nrules:\n  no-$ref-siblings: {given: '$.components.schemas[?(@ && @.$ref)][*]'}\n",
    ],
    undefined,
    'nothing to fix; 1 issue left',
  ],
  [
    'from 3.1 on, what is beside a $ref may be there',
    `${head.replace('3.0.3', '3.1.0')}${schemaB}    A: ${twoKeys.replace('keep: 1', 'description: x')}\n`,
    [siblings.replace('}', ', openapi-tags-alphabetical: error}')],
    undefined,
    'nothing to fix; 1 issue left',
  ],
]

it.each([...declared, ...builtin])('%s', async (_what, before, rulesets, changed, said) => {
  const files = Object.fromEntries(rulesets.map((text, index) => [`rules-${index}.yaml`, text]))
  const cwd = await tempTree({ ...files, 'openapi.yaml': before })
  const flags = Object.keys(files).flatMap((file) => ['--ruleset-file', file])
  const { exitCode, stderr } = await runGov(['fix', 'openapi.yaml', ...flags], { cwd })
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(said)])
  const after = changed ? before.replace(...changed) : before
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(after)
})

it('without a config, names the command that was meant', async () => {
  const cwd = await tempTree({ '.git/': '' })
  const { exitCode, stderr } = await runGov(['fix'], { cwd })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('gov fix openapi.yaml')])
})

const beside = "$ref: '#/components/schemas/B'"

it.each([
  [
    'one line',
    `    A: {${beside}, description: An id}\n`,
    `    A: {allOf: [{${beside}}], description: An id}\n`,
  ],
  [
    'one line, with blanks',
    `    A: { title: x, ${beside} } # a\n`,
    `    A: { title: x, allOf: [{ ${beside} }] } # a\n`,
  ],
  [
    'lines, with their comments',
    `    A:\n      # b\n      ${beside}  # a\n      # c\n      description: An id\n      readOnly: true\n`,
    `    A:\n      # b\n      allOf:\n        - ${beside}  # a\n      # c\n      description: An id\n      readOnly: true\n`,
  ],
  [
    'the last of an item of a list',
    `    A:\n      oneOf:\n        - title: x\n          ${beside}\n`,
    `    A:\n      oneOf:\n        - title: x\n          allOf:\n            - ${beside}\n`,
  ],
  [
    'the first of one',
    `    A:\n      oneOf:\n        - ${beside}\n          title: x\n`,
    `    A:\n      oneOf:\n        - allOf:\n            - ${beside}\n          title: x\n`,
  ],
  [
    'an allOf that is there',
    `    A:\n      ${beside}\n      allOf:\n        - type: string\n`,
    `    A:\n      allOf:\n        - ${beside}\n        - type: string\n`,
  ],
  [
    'not one that a discriminator chooses',
    `    A: {oneOf: [{${beside}, title: x}], discriminator: {propertyName: k}}\n`,
    `    A: {oneOf: [{${beside}}], discriminator: {propertyName: k}}\n`,
  ],
  [
    'a property called items, and what is in it',
    `    A: {properties: {items: {${beside}, title: x}}}\n`,
    `    A: {properties: {items: {allOf: [{${beside}}], title: x}}}\n`,
  ],
  [
    'not a response',
    `  responses:\n    C: {description: x}\n    items: {$ref: '#/components/responses/C', description: y}\n`,
    `  responses:\n    C: {description: x}\n    items: {$ref: '#/components/responses/C'}\n`,
  ],
])('with --unsafe, what is beside the $ref of a schema counts: %s', async (_what, before, after) => {
  const text = head + schemaB
  const cwd = await tempTree({ 'rules.yaml': siblings, 'openapi.yaml': text + before })
  const args = ['fix', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--unsafe']
  expect((await runGov(args, { cwd })).stderr).toContain('no issue left')
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(text + after)
})

it.each([
  [undefined, '{"$ref":"#/definitions/B","title":"x"}', '{"allOf":[{"$ref":"#/definitions/B"}],"title":"x"}'],
  [
    2,
    '{\n      "$ref": "#/definitions/B",\n      "title": "x"\n    }',
    '{\n      "allOf": [\n        {\n          "$ref": "#/definitions/B"\n        }\n      ],\n      "title": "x"\n    }',
  ],
])('also in JSON with the indentation %s', async (space, from, to) => {
  const definitions = { A: { $ref: '#/definitions/B', title: 'x' }, B: { type: 'string' } }
  const document = { swagger: '2.0', info: { title: 'a', version: '1' }, paths: {}, definitions }
  const before = JSON.stringify(document, null, space)
  const cwd = await tempTree({ 'rules.yaml': siblings, 'a.json': before })
  await runGov(['fix', 'a.json', '--ruleset-file', 'rules.yaml', '--unsafe'], { cwd })
  expect(before).toContain(from)
  expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe(before.replace(from, to))
})
