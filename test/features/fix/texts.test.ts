import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runGov } from '../../e2e/run-gov.ts'
import { tempTree } from '../../temp-tree.ts'

interface Row {
  readonly what: string
  readonly rule: string
  readonly flags?: readonly string[]
  readonly file?: string
  readonly before: string
  /** Absent: the file stays as it is. */
  readonly after?: string
  /** What check says of its issues before, sorted. Undefined: only making the fix tells. */
  readonly fixable: readonly (string | undefined)[]
}

const head = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\n"
const get = (tags: string) => `{tags: [${tags}], operationId: a, responses: {'200': {description: ok}}}`
const paths = (tags: string) => `paths:\n  /a:\n    get: ${get(tags)}\n`
const json = (tags: string, own: string) =>
  `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"tags":[${tags}],"paths":{"/a":{"get":{"tags":[${own}],"responses":{"200":{"description":"ok"}}}}}}`
const parameter = '{name: q, in: query, schema: {type: string}}'
const safe = ['safe']

const rows: readonly Row[] = [
  {
    what: 'blank lines that a block scalar keeps stay its own',
    rule: 'operation-tag-defined',
    before: `${head}tags:\n  - name: y\n    description: |+\n      all\n        of it\n\n\n${paths('x')}`,
    after: `${head}tags:\n  - name: y\n    description: |+\n      all\n        of it\n\n\n  - name: x\n${paths('x')}`,
    fixable: safe,
  },
  {
    what: 'a text that ends with a comment and without a line break',
    rule: 'operation-tag-defined',
    before: `\ufeff${head}${paths('x')}tags:\n  - name: y # last`.replaceAll('\n', '\r\n'),
    after: `\ufeff${head}${paths('x')}tags:\n  - name: y # last\n  - name: x`.replaceAll('\n', '\r\n'),
    fixable: safe,
  },
  {
    what: 'the comment behind the last item of a flow list',
    rule: 'operation-tag-defined',
    before: `${head}tags: [{name: f}, # about f\n  {name: a} # about a\n  ]\n${paths('z, c')}`,
    after: `${head}tags: [{name: f}, # about f\n  {name: a}, # about a\n  {name: z},\n  {name: c}\n  ]\n${paths('z, c')}`,
    fixable: ['safe', 'safe'],
  },
  {
    what: 'the comment behind the last comma of a flow list',
    rule: 'operation-tag-defined',
    before: `${head}tags: [{name: f},\n  {name: a}, # about a, or b\n  ]\n${paths('z')}`,
    after: `${head}tags: [{name: f},\n  {name: a}, # about a, or b\n  {name: z},\n  ]\n${paths('z')}`,
    fixable: safe,
  },
  {
    what: 'a comment behind a flow list that begins on its line',
    rule: 'operation-tag-defined',
    before: `${head}tags: [{name: f}, {name: a} # about a\n  ]\n${paths('z')}`,
    after: `${head}tags: [{name: f}, {name: a}, # about a\n  {name: z}\n  ]\n${paths('z')}`,
    fixable: safe,
  },
  {
    what: 'a sorted list stays sorted, whichever tag is used first',
    rule: 'operation-tag-defined',
    before: `${head}tags: [{name: a}, {name: f}]\n${paths('z, c, g')}`,
    after: `${head}tags: [{name: a}, {name: c}, {name: f}, {name: g}, {name: z}]\n${paths('z, c, g')}`,
    fixable: ['safe', 'safe', 'safe'],
  },
  {
    what: 'a list that is not sorted gets them at its end',
    rule: 'operation-tag-defined',
    before: `${head}tags: [{name: f}, {name: a},]\n${paths('z, c')}`,
    after: `${head}tags: [{name: f}, {name: a}, {name: z}, {name: c},]\n${paths('z, c')}`,
    fixable: ['safe', 'safe'],
  },
  {
    what: 'of a key that is there twice, the last one counts',
    rule: 'operation-tag-defined',
    file: 'api.json',
    before: json('{"name":"q"}', '"x"').replace('"paths"', '"tags":[{"name":"y"}],"paths"'),
    after: json('{"name":"q"}', '"x"').replace('"paths"', '"tags":[{"name":"y"},{"name":"x"}],"paths"'),
    fixable: ['no', 'safe'],
  },
  {
    what: 'a very long line, with tabs around it',
    rule: 'operation-tag-defined',
    file: 'api.json',
    before: `{\r\n\t"x-long": "${'z'.repeat(100_000)}",\r\n\t"tags": [\r\n\t\t{ "name": "y" }\r\n\t],${json('', '"x"').slice(1).replace('"tags":[],', '')}`,
    after: `{\r\n\t"x-long": "${'z'.repeat(100_000)}",\r\n\t"tags": [\r\n\t\t{ "name": "y" },\r\n\t\t{ "name": "x" }\r\n\t],${json('', '"x"').slice(1).replace('"tags":[],', '')}`,
    fixable: safe,
  },
  {
    what: 'several that are removed from one list of JSON leave no comma',
    rule: 'operation-singular-tag',
    flags: ['--unsafe'],
    file: 'api.json',
    before: json('', '"a", "b", "c"'),
    after: json('', '"a"'),
    fixable: ['unsafe'],
  },
  {
    what: 'several that are removed from one list behind a dash',
    rule: 'duplicated-entry-in-enum',
    flags: ['--unsafe'],
    before: `${head}paths: {}\ncomponents:\n  schemas:\n    A:\n      anyOf:\n      - enum: [a, b,\n          a, # once more\n          b]\n        x-enum-varnames: [A, B, A1, B1]\n`,
    after: `${head}paths: {}\ncomponents:\n  schemas:\n    A:\n      anyOf:\n      - enum: [a, b]\n        x-enum-varnames: [A, B]\n`,
    fixable: ['unsafe'],
  },
  {
    what: 'all but one of a list with comments',
    rule: 'operation-parameters',
    before: `${head}paths:\n  /a:\n    get:\n      parameters:\n        # the one\n        - ${parameter}\n\n        - ${parameter}\n        - ${parameter}\n      responses: {}\n`,
    after: `${head}paths:\n  /a:\n    get:\n      parameters:\n        # the one\n        - ${parameter}\n\n      responses: {}\n`,
    fixable: ['safe', 'safe'],
  },
  {
    what: 'what is behind an alias stays',
    rule: 'operation-tag-defined',
    before: `${head}x-tags: &t [{name: y}]\ntags: *t\n${paths('x')}`,
    fixable: [undefined],
  },
  {
    what: 'what a merge key brings in stays, and what is beside it does not',
    rule: 'operation-operationId-unique',
    flags: ['--unsafe'],
    before: `${head}x-get: &g {responses: {}, operationId: a}\npaths:\n  /a:\n    get:\n      <<: *g\n    put:\n      <<: *g\n      operationId: a # own\n`,
    after: `${head}x-get: &g {responses: {}, operationId: a}\npaths:\n  /a:\n    get:\n      <<: *g\n    put:\n      <<: *g\n      operationId: a2 # own\n`,
    fixable: [undefined],
  },
  {
    what: 'between the marks of a document',
    rule: 'operation-tag-defined',
    before: `%YAML 1.2\n---\n${head}${paths('x')}tags:\n- name: y\n...\n`,
    after: `%YAML 1.2\n---\n${head}${paths('x')}tags:\n- name: y\n- name: x\n...\n`,
    fixable: safe,
  },
  {
    what: 'an operation of 3.2 that has a method of its own',
    rule: 'operation-tag-defined',
    before: `${head.replace('3.1', '3.2')}paths:\n  /a:\n    additionalOperations:\n      LINK: ${get('x')}\ntags:\n  - {name: y}\n`,
    after: `${head.replace('3.1', '3.2')}paths:\n  /a:\n    additionalOperations:\n      LINK: ${get('x')}\ntags:\n  - {name: y}\n  - {name: x}\n`,
    fixable: safe,
  },
  {
    what: 'a schema, and a parameter of 2.0 that is none',
    rule: 'array-items',
    flags: ['--unsafe'],
    before: `swagger: '2.0'\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    get:\n      parameters: [{name: q, in: query, type: array}]\n      responses: {'200': {description: ok, schema: {type: array}}}\n`,
    after: `swagger: '2.0'\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    get:\n      parameters: [{name: q, in: query, type: array}]\n      responses: {'200': {description: ok, schema: {type: array, items: {}}}}\n`,
    fixable: ['no', 'unsafe'],
  },
  {
    what: 'a component that the value of a discriminator may name stays, another does not',
    rule: 'oas3-unused-component',
    flags: ['--unsafe'],
    before: `${head}paths: {}\nx-refs: [{$ref: '#/components/schemas/Base'}]\ncomponents:\n  schemas:\n    Base: {discriminator: {propertyName: type}}\n    Cat: {allOf: [{$ref: '#/components/schemas/Base'}]}\n    Dog: {type: string}\n`,
    after: `${head}paths: {}\nx-refs: [{$ref: '#/components/schemas/Base'}]\ncomponents:\n  schemas:\n    Base: {discriminator: {propertyName: type}}\n    Cat: {allOf: [{$ref: '#/components/schemas/Base'}]}\n`,
    fixable: [undefined, undefined],
  },
  {
    what: 'a schema in an extension, which a $ref makes one, is taken for data',
    rule: 'array-items',
    flags: ['--unsafe'],
    before: `${head}paths: {}\nx-own: {A: {type: array}}\ncomponents: {schemas: {B: {$ref: '#/x-own/A'}}}\n`,
    fixable: ['no'],
  },
]

it.each(rows)('$what', async ({ rule, flags = [], file = 'api.yaml', before, after = before, fixable }) => {
  const rules = `extends: [[spectral:oas, off]]\nrules: {${rule}: warn}\n`
  const cwd = await tempTree({ [file]: before, 'rules.yaml': rules })
  const on = [file, '--ruleset-file', 'rules.yaml']
  const { stdout } = await runGov(['check', ...on, '--format', 'json'], { cwd })
  expect(
    JSON.parse(stdout)
      .issues.map((issue: { fixable: string }) => issue.fixable)
      .sort(),
  ).toEqual(fixable)
  const piped = ['fix', '-', '--stdin-filepath', ...on, ...flags]
  expect((await runGov(piped, { cwd, input: before })).stdout).toBe(after)
  for (const _run of ['first', 'second']) {
    expect((await runGov(['fix', ...on, ...flags], { cwd })).exitCode).toBe(0)
    expect(await readFile(join(cwd, file), 'utf8')).toBe(after)
  }
})
