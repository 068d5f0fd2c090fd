import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'

/** The issues of a definition of several files, the first of which is checked: rule, file, path. */
async function findUnchecked(version: string, text: string, others: Readonly<Record<string, string>> = {}) {
  const document = parseDocument(`${version}\n${text}`, 'yaml')
  const files = await readReferencedFiles(document, 'o.yaml', async (name) => {
    const found = others[name]
    if (found === undefined) throw new Error('not there')
    return { name, text: found }
  })
  return evaluate(document, { rules: [] }, { name: 'o.yaml', files }).map(
    ({ rule, file, path }) => `${rule.id} ${file === undefined ? '' : `${file} `}${path.join('|')}`,
  )
}

const item = 'get: {responses: {"200": {description: ok}}}\n'
const [v2, v30, v31, v32] = ['swagger: "2.0"', 'openapi: 3.0.3', 'openapi: 3.1.0', 'openapi: 3.2.0'] as const

describe('operations beside a $ref', () => {
  it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    [v31, 'paths: {/a: {$ref: i.yaml, delete: {}}}', { 'i.yaml': item }, ['paths|/a|delete']],
    [
      v30,
      'paths: {/a: {$ref: i.yaml, post: {}, put: {}}}',
      { 'i.yaml': item },
      ['paths|/a|post', 'paths|/a|put'],
    ],
    [v2, 'paths: {/a: {$ref: i.yaml, patch: {}}}', { 'i.yaml': item }, ['paths|/a|patch']],
    [v30, 'paths: {/a: {$ref: i.yaml, get: {}}}', { 'i.yaml': item }, ['paths|/a|get']],
    [v30, 'paths: {/a: {$ref: "#/paths/~1b", head: {}}, /b: {get: {}}}', {}, ['paths|/a|head']],
    [
      v32,
      'paths: {/a: {$ref: i.yaml, query: {}, additionalOperations: {COPY: {}}}}',
      { 'i.yaml': item },
      ['paths|/a|query', 'paths|/a|additionalOperations'],
    ],
    [
      v31,
      'paths: {/a: {$ref: i.yaml}}',
      { 'i.yaml': '$ref: j.yaml\ntrace: {}\n', 'j.yaml': item },
      ['i.yaml trace'],
    ],
    [
      v31,
      'paths: {/a: {$ref: i.yaml}}',
      { 'i.yaml': '$ref: j.yaml\n', 'j.yaml': '$ref: k.yaml\npost: {}\n', 'k.yaml': item },
      ['j.yaml post'],
    ],
    [v31, 'paths: {$ref: p.yaml, /b: {get: {}}}', { 'p.yaml': '/a: {}\n' }, ['paths|/b']],
    [
      v31,
      'paths: {$ref: p.yaml}',
      { 'p.yaml': '/a: {$ref: i.yaml, put: {}}\n', 'i.yaml': item },
      ['p.yaml /a|put'],
    ],
    [v31, 'webhooks: {w: {$ref: i.yaml, put: {}}}', { 'i.yaml': item }, ['webhooks|w|put']],
    [v31, 'webhooks: {$ref: w.yaml, w: {post: {}}}', { 'w.yaml': '{}\n' }, ['webhooks|w']],
    [
      v31,
      'components: {pathItems: {P: {$ref: i.yaml, put: {}}}}',
      { 'i.yaml': item },
      ['components|pathItems|P|put'],
    ],
    [
      v30,
      'paths: {/a: {post: {callbacks: {c: {"{$url}": {$ref: i.yaml, put: {}}}}}}}',
      { 'i.yaml': item },
      ['paths|/a|post|callbacks|c|{$url}|put'],
    ],
    [
      v30,
      'paths: {/a: {post: {callbacks: {c: {$ref: c.yaml, "{$url}": {put: {}}}}}}}',
      { 'c.yaml': '{}\n' },
      ['paths|/a|post|callbacks|c|{$url}'],
    ],
    [
      v30,
      'paths: {/a: {get: {$ref: g.yaml, security: []}}}',
      { 'g.yaml': 'responses: {}\n' },
      ['paths|/a|get|security'],
    ],
    [v31, '$ref: r.yaml\npaths: {/a: {}}', { 'r.yaml': 'info: {}\n' }, ['openapi', 'paths']],
    [v31, 'x-a: {$ref: i.yaml, get: {}}', { 'i.yaml': item }, []],
    [v30, 'x-webhooks: {w: {$ref: i.yaml, put: {}}}', { 'i.yaml': item }, ['x-webhooks|w|put']],
    [v31, 'x-a: {x-webhooks: {w: {$ref: i.yaml, put: {}}}}', { 'i.yaml': item }, []],
    [
      v31,
      'x-m: &m {$ref: i.yaml}\npaths: {/a: {<<: *m, delete: {}}}',
      { 'i.yaml': item },
      ['paths|/a|delete'],
    ],
    [
      v31,
      'x-m: &m {delete: {}}\npaths: {/a: {<<: *m, $ref: i.yaml}}',
      { 'i.yaml': item },
      ['paths|/a|delete'],
    ],
    [v31, 'x-m: &m {$ref: i.yaml, delete: {}}\npaths: {/a: *m}', { 'i.yaml': item }, ['paths|/a|delete']],
    [v31, 'paths: {/a: {$ref: "#/paths/%7E1b", delete: {}}, /b: {}}', {}, ['paths|/a|delete']],
    [
      v31,
      'paths: {/a: {$ref: "i.yaml#/paths/~1x"}}',
      { 'i.yaml': 'paths: {/x: {$ref: "#/b", post: {}}}\nb: {}' },
      ['i.yaml paths|/x|post'],
    ],
    [
      v32,
      'paths: {/a: {additionalOperations: {$ref: "#/x-a", COPY: {}}}}\nx-a: {}',
      {},
      ['paths|/a|additionalOperations|COPY'],
    ],
    [v31, 'paths: {/a: {$ref: "#/info/title", delete: {}}}\ninfo: {title: t}', {}, ['paths|/a|delete']],
    [v31, 'paths: {/a: {$ref: "#/x-n", delete: {}}}\nx-n: null', {}, ['paths|/a|delete']],
    [v31, 'paths: {/a: {$ref: 5, delete: {}}}', {}, []],
    [v31, 'paths: {/a: {$ref: {x: y}, delete: {}}}', {}, []],
    [v30, 'paths: {/a: {$ref: "i.yaml#/a"}}', { 'i.yaml': 'a: {}\nb: {$ref: "#/a", get: {}}' }, []],
    [v31, 'paths: {/a: {$ref: i.yaml}}', { 'i.yaml': item }, []],
    [v31, 'paths: {x-a: {$ref: i.yaml, get: {}}}', { 'i.yaml': item }, []],
    [
      v31,
      'paths: {/a: {get: {responses: {"200": {example: {$ref: i.yaml, get: {}}}}}}}',
      { 'i.yaml': item },
      [],
    ],
  ])('%s, %s, %j', async (version, text, files, expected) => {
    expect(await findUnchecked(version, text, files)).toEqual(
      expected.map((at) => `unchecked-operation ${at}`),
    )
  })
})

describe('keywords beside a $ref', () => {
  const schemas =
    'components: {schemas: {A: {$ref: "#/components/schemas/T", minLength: 1}, T: {type: string}}}'

  it.each<[string, string, readonly string[]]>([
    [v31, schemas, ['components|schemas|A|minLength']],
    [v32, schemas, ['components|schemas|A|minLength']],
    [v30, schemas, []],
    [v2, 'definitions: {A: {$ref: "#/definitions/T", type: string}, T: {}}', []],
    [
      v31,
      'components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/T", x-a: 1}, b: {$ref: "#/components/schemas/T", title: b}}}, T: {}}}',
      ['components|schemas|A|properties|a|x-a', 'components|schemas|A|properties|b|title'],
    ],
    [v31, 'components: {schemas: {$ref: "#/x", A: {}}}\nx: {}', ['components|schemas|A']],
    [v31, 'components: {$ref: "#/x", schemas: {}}\nx: {}', ['components|schemas']],
    [v30, 'components: {$ref: "#/x", schemas: {}}\nx: {}', ['components|schemas']],
    [v30, 'info: {$ref: "#/x", title: t}\nx: {}', ['info|title']],
    [v2, 'tags: [{$ref: "#/x", name: t}]\nx: {}', ['tags|0|name']],
    [v30, 'paths: {/a: {get: {servers: [{$ref: "#/x", url: u}]}}}\nx: {}', ['paths|/a|get|servers|0|url']],
    [v30, 'x-y: {$ref: "#/x", url: u}\nx: {}', []],
    [
      v30,
      'components: {links: {a: {$ref: "#/x", description: a}}, examples: {a: {$ref: "#/x", value: {}}}}\nx: {}',
      [],
    ],
    [
      v30,
      'components: {schemas: {A: {example: {$ref: "#/x", a: 1}, enum: [{$ref: "#/x", a: 1}]}}}\nx: {}',
      [],
    ],
    [v30, 'paths: {/a: {$ref: "#/x", parameters: []}}\nx: {}', ['paths|/a|parameters']],
    [
      v31,
      'components: {responses: {A: {$ref: "#/components/responses/T", description: a, content: {}}, T: {description: t}}}',
      ['components|responses|A|description'],
    ],
    [v31, 'components: {responses: {A: {$ref: "#/components/responses/T", content: {}}, T: {}}}', []],
    [
      v31,
      'components: {responses: {A: {content: {a/b: {$ref: "#/x", schema: {}}}}}}\nx: {}',
      ['components|responses|A|content|a/b|schema'],
    ],
    [v32, 'components: {responses: {A: {content: {a/b: {$ref: "#/x", schema: {}}}}}}\nx: {}', []],
    [
      v30,
      'components: {requestBodies: {A: {content: {a/b: {encoding: {c: {$ref: "#/x", style: form}}}}}}}\nx: {}',
      ['components|requestBodies|A|content|a/b|encoding|c|style'],
    ],
    [v2, 'securityDefinitions: {A: {$ref: "#/x", type: basic}}\nx: {}', ['securityDefinitions|A|type']],
    [
      v2,
      'responses: {A: {headers: {h: {$ref: "#/x", type: string}}}}\nx: {}',
      ['responses|A|headers|h|type'],
    ],
    [v2, 'responses: {A: {$ref: "#/x", schema: {}}}\nx: {}', []],
    [v31, 'components: {securitySchemes: {A: {$ref: "#/x", type: http}}}\nx: {}', []],
    [v31, 'paths: {/a: {get: {responses: {$ref: "#/x", "200": {}}}}}\nx: {}', ['paths|/a|get|responses|200']],
    [v30, 'components: {responses: {A: {$ref: "#/components/responses/T", description: a}, T: {}}}', []],
  ])('%s, %s', async (version, text, expected) => {
    expect(await findUnchecked(version, text)).toEqual(expected.map((at) => `unchecked-siblings ${at}`))
  })

  const ref = '$ref: "#/components/schemas/T", type: integer'

  it.each([
    ['properties: {x-a: {REF}}', 'properties|x-a'],
    ['items: {REF}', 'items'],
    ['allOf: [{REF}]', 'allOf|0'],
    ['$defs: {d: {REF}}', '$defs|d'],
    ['prefixItems: [{REF}]', 'prefixItems|0'],
    ['dependentSchemas: {a: {REF}}', 'dependentSchemas|a'],
    ['if: {REF}', 'if'],
    ['not: {REF}', 'not'],
    ['patternProperties: {a: {REF}}', 'patternProperties|a'],
    ['unevaluatedItems: {REF}', 'unevaluatedItems'],
    ['ours: {REF}', 'ours'],
    ['properties: {default: {REF}}', 'properties|default'],
  ])('are reported in each place of a schema: %s', async (schema, at) => {
    const text = `components: {schemas: {T: {}, A: {${schema.replace('REF', ref)}}}}`
    expect(await findUnchecked(v31, text)).toEqual([`unchecked-siblings components|schemas|A|${at}|type`])
  })

  it.each([
    ['each, and names them', 'a: {REF}, b: {REF, title: b}', ['`type` is', '`type`, `title` are']],
    ['many', 'a: {REF, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}', ['`type`, `a`, `b`, `c`, `d` and 2 more are']],
  ])('one hint for %s', async (_what, properties, says) => {
    const text = `openapi: 3.1.0\ncomponents: {schemas: {T: {}, A: {properties: {${properties.replaceAll('REF', ref)}}}}}`
    const issues = evaluate(parseDocument(text, 'yaml'), { rules: [] })
    expect(issues.map(({ message }) => message.split(' beside')[0])).toEqual(says)
    expect(issues.map(({ rule }) => rule.severity)).toEqual(says.map(() => 'hint'))
  })

  it.each([
    ['title: a', 100, 100, undefined],
    ['description: a, x-a: 1', 101, 101, 'Notes such as `description` are beside one more reference'],
    ['default: 1', 150, 101, 'Notes such as `default` are beside 50 more references'],
    ['title: a, type: string', 150, 150, undefined],
    ['description: a, properties: {}', 150, 150, undefined],
  ])('%s beside %i references makes %i hints', async (siblings, count, expected, says) => {
    const all = Array.from(
      { length: count },
      (_, at) => `a${at}: {$ref: "#/components/schemas/T", ${siblings}}`,
    )
    const text = `openapi: 3.1.0\ncomponents: {schemas: {T: {}, A: {properties: {${all.join(', ')}}}}}`
    const issues = evaluate(parseDocument(text, 'yaml'), { rules: [] })
    expect(issues).toHaveLength(expected)
    expect(issues[0]?.path).toContain('a0')
    const last = issues.at(-1)?.message
    expect(last).toEqual(says === undefined ? expect.stringMatching(/^`/) : expect.stringContaining(says))
  })

  it.each<[string, string, readonly string[]]>([
    ['does not resolve', '{$ref: "#/no", minLength: 1}', ['invalid-ref components|schemas|A|$ref']],
    ['leads back to itself', '{properties: {a: {$ref: "#/components/schemas/A", title: a}}}', []],
  ])('are not reported where the reference %s, as rules see them there', async (_why, schema, expected) => {
    expect(await findUnchecked(v31, `components: {schemas: {A: ${schema}}}`)).toEqual(expected)
  })
})
