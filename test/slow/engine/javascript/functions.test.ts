import { describe, expect, it } from 'vitest'
import { runCode, runFiles } from '../../../engine/javascript/run-code.ts'

const said = (text: string) => ({ rules: [`own : ${text}`], failures: [] })
const says = (expression: string) =>
  `export default (input, options, context) => [{ message: String(${expression}) }]`

describe('a function gets', () => {
  const document = {
    openapi: '3.0.3',
    a: { $ref: '#/b' },
    b: { c: { $ref: '#/d/0' }, 404: 1, 200: 2 },
    d: ['text'],
    loop: { next: { $ref: '#/loop' } },
    __proto__x: null,
  }

  it.each([
    ['its target with references followed', 'input.a.c', 'text'],
    ['the same objects where references lead', 'input.a === input.b', 'true'],
    ['a reference that leads in a circle as it is', 'input.loop.next.$ref', '#/loop'],
    ['keys in the order of JavaScript', 'Object.keys(input.b)', '200,404,c'],
    ['null without options', 'options', 'null'],
    ['its path as an own list', 'context.path.push(1) + context.path.length', '1'],
    ['the rule', 'context.rule.name', 'own'],
    ['the document as it is written', 'context.document.data.a.$ref', '#/b'],
    [
      'the document of the inventory',
      'context.documentInventory.unresolved === context.document.data',
      'true',
    ],
    ['the document with references followed', 'context.documentInventory.resolved === input', 'true'],
    ['the formats', '[...context.document.formats].length', '2'],
    ['the value that was parsed', 'context.document.parserResult.data === context.document.data', 'true'],
    [
      'where its references are',
      'JSON.stringify(Object.values(context.documentInventory.graph.nodes)[0].refMap)',
      '{"#/a":"#/b","#/b/c":"#/d/0","#/loop/next":"#/loop"}',
    ],
  ])('%s', async (_what, expression, expected) => {
    expect(await runCode(says(expression), { document })).toEqual(said(expected))
  })

  it('strings, numbers and undefined', async () => {
    const { rules } = await runCode(says('JSON.stringify(input)'), {
      document: { x: [null, true, 1.5, 'é"'] },
      given: '$.x[*]',
    })
    expect(rules).toEqual(['own x.0: null', 'own x.1: true', 'own x.2: 1.5', 'own x.3: "é\\""'])
  })

  it('the text of a key', async () => {
    const { rules } = await runCode(says('input'), { document: { x: { y: 1 } }, given: '$.x[*]~' })
    expect(rules).toEqual(['own x.y: y'])
  })
})

describe('what a function gives', () => {
  it.each([
    ['nothing', '() => undefined', { rules: [], failures: [] }],
    ['an empty list', '() => []', { rules: [], failures: [] }],
    ['a promise of results', 'async () => [{ message: "late" }]', said('late')],
    ['a promise of nothing', 'async () => {}', { rules: [], failures: [] }],
    ['any iterable', 'function* () { yield { message: "one" } }', said('one')],
    [
      'a path that is not the target',
      '() => [{ message: "m", path: ["x~1y", 0] }]',
      { rules: ['own x/y.0: m'], failures: [] },
    ],
    [
      'placeholders',
      '() => [{ message: "{{path}} {{property}}", path: ["x~1y"] }]',
      { rules: ['own x/y: #/x~1y x/y'], failures: [] },
    ],
  ])('%s', async (_what, code, expected) => {
    expect(await runCode(`export default ${code}`, { document: { 'x/y': [1] } })).toEqual(expected)
  })

  it.each([
    ['null', '() => null', 'returned null, and not a list'],
    ['false', '() => false', 'returned false, and not a list'],
    ['an object', '() => ({ message: "m" })', 'returned an object, and not a list'],
    ['a result without a message', '() => [{}]', 'a result without a message'],
    ['a number as message', '() => [{ message: 1 }]', 'a result without a message'],
    ['a number as path', '() => [{ message: "m", path: 3n }]', 'whose path is not a list'],
    ['a promise that never ends', '() => new Promise(() => {})', 'a promise that is never settled'],
    [
      'a promise that fails',
      'async () => { throw new RangeError("r") }',
      'functions/own.js:1: RangeError: r',
    ],
  ])('%s fails the rule', async (_what, code, reason) => {
    const { rules, failures } = await runCode(`export default ${code}`)
    expect(rules).toEqual([])
    expect(failures).toEqual([expect.stringContaining(reason)])
  })

  it('an error says the file and the line', async () => {
    const files = { 'functions/part.cjs': '\n\nexports.fail = (x) => x.y.z\n' }
    const { failures } = await runCode("import { fail } from './part.cjs'\nexport default (x) => fail(x)", {
      files,
    })
    expect(failures).toEqual([
      "rule own at the root: functions/part.cjs:3: TypeError: cannot read property 'z' of undefined",
    ])
  })
})

describe('a module', () => {
  const main = 'module.exports = require("./lib").say'
  it.each([
    ['CommonJS', main, { 'functions/lib.js': 'exports.say = () => [{ message: "ok" }]' }],
    ['a folder', main, { 'functions/lib/index.js': 'exports.say = () => [{ message: "ok" }]' }],
    ['ES from CommonJS', main, { 'functions/lib.mjs': 'export const say = () => [{ message: "ok" }]' }],
    [
      'CommonJS from ES',
      'import lib, { say } from "./lib.cjs"; export default lib.say === say ? say : 0',
      { 'functions/lib.cjs': 'exports.say = () => [{ message: "ok" }]' },
    ],
    [
      'JSON',
      'import text from "../data.json"; export default () => [{ message: text.say }]',
      { 'data.json': '{"say":"ok"}' },
    ],
    [
      'in a circle',
      main,
      {
        'functions/lib.js': 'const own = require("./own"); exports.say = () => own ? [{ message: "ok" }] : 0',
      },
    ],
  ])('%s', async (_what, code, files) => {
    expect(await runCode(code, { files })).toEqual(said('ok'))
  })

  it.each([
    [
      'is absent',
      'import "./none.js"; export default () => []',
      '"./none.js" cannot be read: functions/none.js does not exist',
    ],
    ['is incomplete', 'export default (', 'functions/own.js:1: SyntaxError: unexpected token'],
    ['throws', '\nthrow new Error("no")', 'functions/own.js:2: no'],
    ['exports no function', 'export default 1', 'exports no function'],
    ['never ends', 'for (;;) {}', 'takes too long'],
    [
      'uses a package at once',
      'const _ = require("lodash"); module.exports = _.once(() => [])',
      '"lodash" is not available',
    ],
    [
      'names a package that nothing gives',
      'import fs from "node:fs"; export default () => fs.readFileSync("x")',
      '"node:fs" is not available',
    ],
    [
      'catches that it has no package',
      'import _ from "lodash"; export default () => { try { _.x() } catch {} }',
      '"lodash" is not available',
    ],
  ])('that %s fails the rules that name it', async (_what, code, reason) => {
    const { rules, failures } = await runCode(code)
    expect(rules).toEqual([])
    expect(failures).toEqual([expect.stringMatching(/^rule own/)])
    expect(failures[0]).toContain(reason)
  })

  it('that cannot be loaded fails a rule that matches nothing, too, and leaves the others', async () => {
    const rules = {
      functions: ['gone'],
      rules: {
        // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
        gone: { given: '$.nothing', then: { function: 'gone' } },
        // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
        other: { given: '$', then: { field: 'x', function: 'truthy' } },
      },
    }
    expect(await runFiles('rules.json', { 'rules.json': JSON.stringify(rules) }, {})).toEqual({
      rules: ['other : `x` must be truthy, but is missing'],
      failures: ['rule gone: the function "gone" is not available: functions/gone.js does not exist'],
    })
  })
})

describe('the packages of Spectral', () => {
  it.each([
    [
      'createRulesetFunction checks its input',
      'import { createRulesetFunction as c } from "@stoplight/spectral-core"; export default c({ input: { type: "string" }, options: null }, () => [{ message: "m" }])',
      { rules: [], failures: [] },
    ],
    [
      'and says so',
      'const { createRulesetFunction: c } = require("@stoplight/spectral-core"); module.exports = c({ input: { type: "string" }, errorOnInvalidInput: true, options: null }, () => [])',
      said('invalid input'),
    ],
    [
      'also when code calls it',
      'import { createRulesetFunction as c } from "@stoplight/spectral-core"; const f = c({ input: { type: "string" } }, () => [{ message: "m" }]); export default () => [{ message: f(1) + " " + f("").length }]',
      said('undefined 1'),
    ],
    [
      'core functions',
      'import { pattern } from "@stoplight/spectral-functions"; export default (i, o, c) => pattern(i.x, { match: "^b" }, c)',
      { rules: [expect.stringContaining('^b')], failures: [] },
    ],
    [
      'with a node of the document',
      'import { schema, undefined as none } from "@stoplight/spectral-functions"; export default (i, o, c) => [...(schema(i, { schema: { required: ["y"] } }, c) ?? []), ...(none(undefined, null, c) ?? [])]',
      { rules: [expect.stringContaining('y')], failures: [] },
    ],
    [
      'with a schema of the document that does not compile',
      'import { schema } from "@stoplight/spectral-functions"; export default (i, o, c) => schema(i, { schema: { required: i.x } }, c)',
      {
        rules: ['own : the schema is at fault (schema.required): "required" must be a list of names'],
        failures: [],
      },
    ],
    [
      'with options that are wrong',
      'import { schema } from "@stoplight/spectral-functions"; export default (i, o, c) => schema(i, { schema: i.x }, c)',
      { rules: [], failures: [expect.stringContaining('"schema" does not take these options')] },
    ],
    [
      'formats',
      'import { oas3_1, oas3 } from "@stoplight/spectral-formats"; export default (i, o, { document }) => [{ message: [oas3(i), oas3_1(i), document.formats.has(oas3)].join(" ") }]',
      said('true false true'),
    ],
    [
      'types',
      'import { DiagnosticSeverity, HttpMethod } from "@stoplight/types"; export default () => [{ message: DiagnosticSeverity.Hint + " " + HttpMethod.GET }]',
      said('3 get'),
    ],
    [
      'json',
      'import { pathToPointer, pointerToPath, resolveInlineRef } from "@stoplight/json"; export default (i) => [{ message: [pathToPointer(["a/b", 0]), pointerToPath("#/a~1b/%41"), resolveInlineRef(i, "#/x")].join() }]',
      said('#/a~1b/0,a/b,A,a'),
    ],
  ])('%s', async (_what, code, expected) => {
    expect(await runCode(code, { document: { openapi: '3.0.0', x: 'a' } })).toEqual(expected)
  })

  const withOptions =
    'import { createRulesetFunction as c } from "@stoplight/spectral-core"; export default c({ input: null, options: { type: "object", properties: { n: { type: "number" } }, additionalProperties: false } }, (i, o) => [{ message: String(o.n) }])'
  it('checks options against the schema of the function', async () => {
    expect(await runCode(withOptions, { options: { n: 3 } })).toEqual(said('3'))
    const { problems } = await runCode(withOptions, { options: { m: 'x' } })
    expect(problems).toEqual([expect.stringContaining('(options of "own")')])
  })
})

describe('a ruleset in JavaScript', () => {
  const base =
    'export default { rules: { base: { given: "$", then: { field: "x", function: own } } } }\nfunction own(x) { return [{ message: "base " + x }] }'
  const main = [
    'import { oas } from "@stoplight/spectral-rulesets"',
    'import { pattern, truthy } from "@stoplight/spectral-functions"',
    'import { oas3, oas2 } from "@stoplight/spectral-formats"',
    'import base from "./base.mjs"',
    'export default {',
    '  extends: [[oas, "off"], base],',
    '  aliases: { X: ["$.x"] },',
    '  rules: {',
    '    core: { given: "#X", formats: [oas3], severity: 0, then: { function: pattern, functionOptions: { match: /^B/i } } },',
    '    never: { given: "$", formats: [oas2], then: { function: () => [{ message: "never" }] } },',
    '    arrow: { given: "#X", then: [{ function: (x, { say }) => [{ message: say }], functionOptions: { say: "hi" } }] },',
    '    "info-contact": "error",',
    '  },',
    '}',
  ].join('\n')

  it('runs', async () => {
    const files = { 'main.js': main, 'base.mjs': base }
    const { rules, failures } = await runFiles('main.js', files, { openapi: '3.0.0', x: 'a', info: {} })
    expect(failures).toEqual([])
    expect(rules).toEqual([
      expect.stringMatching(/^info-contact info:/),
      'base x: base a',
      expect.stringMatching(/^core x:/),
      'arrow x: hi',
    ])
  })

  it.each([
    [
      'changes a rule',
      "oas.rules['info-contact'].given = '$.info.x-x'; export default { extends: [[oas, 'off']], rules: { 'info-contact': 'error' } }",
      'info-contact info.x-x',
    ],
    [
      'removes a rule',
      "delete oas.rules['info-contact']; export default { extends: oas, rules: {} }",
      'info-description info',
    ],
    [
      'adds a rule',
      "oas.rules.own = { given: '$.info', then: { function: truthy, field: 'y' } }; export default { extends: [[oas, 'off']], rules: { own: 'warn' } }",
      'own info',
    ],
    [
      'uses a rule under a name of its own',
      "const { given, then } = oas.rules['info-contact']; export default { rules: { mine: { given, then: { ...then } } } }",
      'mine info',
    ],
    [
      'calls its function',
      "const { then } = oas.rules['info-contact']; export default { rules: { mine: { given: '$.info', then: { function: (x) => then.function(x[then.field], null, {}) } } } }",
      'mine info',
    ],
  ])('%s of the built-in ruleset', async (_what, code, place) => {
    const imports =
      'import { oas } from "@stoplight/spectral-rulesets"; import { truthy } from "@stoplight/spectral-functions"; '
    const { rules, failures, problems } = await runFiles(
      'main.js',
      { 'main.js': imports + code },
      {
        openapi: '3.0.0',
        info: { title: 'a', version: '1', license: { name: 'x', url: 'https://x.example' }, 'x-x': {} },
        tags: [{ name: 'a', description: 'b' }],
        servers: [{ url: 'https://x.example' }],
        paths: {},
      },
    )
    expect([failures, problems]).toEqual([[], undefined])
    expect(rules.map((rule) => rule.replace(/:.*/, ''))).toEqual([place])
  })

  it('reads the schema that one of its files refers to, from there', async () => {
    const files = {
      'main.js': "import { named } from './rules/named.js'; export default { rules: { named } }",
      'rules/named.js':
        "import { schema } from '@stoplight/spectral-functions'; export const named = { given: '$', then: { function: schema, functionOptions: { schema: { $ref: '../schemas/named.json' } } } }",
      'schemas/named.json':
        '{ "properties": { "example": { "$ref": "#/definitions/text" } }, "definitions": { "text": { "type": "string" } } }',
    }
    expect((await runFiles('main.js', files, { example: 1 })).rules).toEqual([
      expect.stringMatching(/^named example:/),
    ])
    const { 'schemas/named.json': _, ...lacking } = files
    expect((await runFiles('main.js', lacking, {})).problems).toContainEqual(
      expect.stringContaining('"../schemas/named.json" cannot be read'),
    )
    const other = {
      'main.js': files['main.js'].replace('./rules', './more/rules'),
      'more/rules/named.js': files['rules/named.js'],
      'more/schemas/named.json': '{}',
      'more/other.js': 'export default 1',
    }
    expect((await runFiles('main.js', other, { example: 1 })).rules).toEqual([])
  })

  it('can be extended by one in YAML, which changes its rules', async () => {
    const files = {
      'main.yaml': 'extends: ./base.mjs\nrules: { base: { given: $.x } }',
      'base.mjs': base.replace('field: "x", ', ''),
    }
    expect(await runFiles('main.yaml', files, { x: 'a' })).toEqual({
      rules: ['base x: base a'],
      failures: [],
    })
  })

  it.each([
    ['no ruleset', 'export default [1]', ['1 : TypeError: it exports no ruleset']],
    ['a internal error', '\nlet a = b.c', ["1 : main.js:2: ReferenceError: 'b' is not defined"]],
    [
      'what only Node has',
      '\nlet a = process.env',
      ["1 : main.js:2: 'process' is not available in the sandbox that runs a ruleset's JavaScript"],
    ],
    [
      'a rule with a fault',
      'export default {\n rules: {\n  one: { given: "$", then: { function: 3 } } } }',
      [expect.stringMatching(/^3 then.function: /)],
    ],
    [
      'an unknown key',
      'export default { rulez: {} }',
      [expect.stringContaining('rulez'), expect.stringContaining('"rules"')],
    ],
  ])('is refused with %s', async (_what, text, problems) => {
    expect((await runFiles('main.js', { 'main.js': text }, {})).problems).toEqual(problems)
  })
})
