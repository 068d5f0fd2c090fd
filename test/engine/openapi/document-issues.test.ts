import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { noFiles, readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import type { EngineIssue, ParserOptions } from '../../../src/engine/rule.ts'

function issuesOf(text: string, format: 'json' | 'yaml' = 'yaml'): string[] {
  return evaluate(parseDocument(text, format), { rules: [] }).map(
    ({ rule, path, message, location: { start_line, start_char, end_char } }) =>
      `${rule.id} ${rule.severity} ${path.join('|')} ${start_line}:${start_char}-${end_char} ${message}`,
  )
}

describe('keys that do not mean what they seem to', () => {
  it.each<[string, 'json' | 'yaml', readonly string[]]>([
    [
      'info: {title: a, title: b}\npaths:\n  /a: 1\n  /a: 2\n  /a: 3\n',
      'yaml',
      [
        'parser error info|title 1:18-23 Key `title` is duplicated: only its last value counts',
        'parser error paths|/a 4:3-5 Key `/a` is duplicated: only its last value counts',
      ],
    ],
    [
      '{"a": 1, "a": [{"b": 1}, {"c": 1, "\\u0063": 2}]}',
      'json',
      [
        'parser error a 1:10-13 Key `a` is duplicated: only its last value counts',
        'parser error a|1|c 1:35-43 Key `c` is duplicated: only its last value counts',
      ],
    ],
    ['{"a": [{"b": "c"}, {"b": "a:"}, {"b": {"b": 1}}]}', 'json', []],
    ['a: &x {k: 1}\nb: {<<: *x, k: 2}\n', 'yaml', []],
    [
      'a: &x {k: 1}\nb: {<<: *x, k: 2}\nc: {<<: *x, <<: *x}\n',
      'yaml',
      [
        'parser info  3:13-15 A mapping has two `<<`: write one with a list, as some YAML readers refuse the file',
      ],
    ],
    [
      'a:\n  1: "x\n  b: {}\nc: "\n',
      'yaml',
      [
        'parser error a|1 2:3-4 Key `1` is read as a number, not as a string: put it in quotes',
        'parser error a|1 3:3-4 The key b is read as text: close the " of line 2, or indent this line if text is meant',
      ],
    ],
    [
      'a:\n  200: x\n  true: y\n  "404": z\n  yes: w\n  ~: v\n',
      'yaml',
      [
        'parser error a|200 2:3-6 Key `200` is read as a number, not as a string: put it in quotes',
        'parser error a|true 3:3-7 Key `true` is read as a boolean, not as a string: put it in quotes',
        'parser error a|~ 6:3-4 Key `~` is read as a null, not as a string: put it in quotes',
      ],
    ],
    ['a:\n  : x\n', 'yaml', ['parser error a|null 2:5-5 A key is missing and read as null: write one']],
    [
      'a:\n  null: x\n',
      'yaml',
      ['parser error a|null 2:3-7 Key `null` is read as a null, not as a string: put it in quotes'],
    ],
    ['a:\n  "": x\n', 'yaml', []],
    ['a: {? , b: 1}\n', 'yaml', ['parser error a|null 1:5-5 A key is missing and read as null: write one']],
  ])('%j', (text, format, expected) => {
    expect(issuesOf(text, format)).toEqual(expected)
  })
})

describe('references that do not resolve', () => {
  it.each<[string, readonly string[]]>([
    [
      'd: {$ref: {type: string}}\ne: {f: {$ref: "#/e"}}\ng: {h: {$ref: "#/g/h/i"}, i: {$ref: "#/e"}}',
      ['invalid-ref error g|h|$ref 3:15-24 `#/g/h/i` does not resolve'],
    ],
    [
      'z: {$ref: "#/a"}\na: {$ref: "#/b"}\nb: {$ref: "#/a", x: 1}\nc: {$ref: "#/c"}',
      [
        'invalid-ref error z|$ref 1:11-16 `#/a` leads only to references',
        'invalid-ref error a|$ref 2:11-16 `#/b` leads only to references',
        'invalid-ref error c|$ref 4:11-16 `#/c` leads only to references',
      ],
    ],
    [
      'a: {$ref: "#/b/c"}\nb: {$ref: "#/a"}',
      [
        'invalid-ref error a|$ref 1:11-18 `#/b/c` does not resolve',
        'invalid-ref error b|$ref 2:11-16 `#/a` leads only to references',
      ],
    ],
    ['a: {$ref: "#/b/c"}\nb: {$ref: "#/d"}\nd: {c: 1}', []],
    [
      'paths: {/a: {$ref: "#"}, /b: {get: {responses: {d: {$ref: ""}}}}}\ndefinitions: {A: {$ref: "#"}, B: {$ref: ""}}\nx-c: {$ref: ""}',
      [
        'invalid-ref error paths|/a|$ref 1:20-23 `#` is the whole document, and a path item is expected here',
        'invalid-ref error paths|/b|get|responses|d|$ref 1:59-61 `` is the whole document, and a response is expected here',
      ],
    ],
    ['a: {$ref: "#/no"}\nb: {$ref: "#/no"}', ['invalid-ref error a|$ref 1:11-17 `#/no` does not resolve']],
    [
      'a: {$ref: "#/b"}\nb: [{$ref: "#/no/x"}]\nc: {$ref: "#/b/0"}\nd: {$ref: "#/b/1"}',
      [
        'invalid-ref error b|0|$ref 2:12-20 `#/no/x` does not resolve',
        'invalid-ref error d|$ref 4:11-18 `#/b/1` does not resolve',
      ],
    ],
    [
      'a: {$ref: "#/b"}\nb: {$ref: "#/c"}\nc: {$ref: "#/no"}\nd: {$ref: "#/no"}',
      ['invalid-ref error c|$ref 3:11-17 `#/no` does not resolve'],
    ],
    [
      'a: {$ref: "#/b"}\nb: {$ref: "c.yaml"}',
      [
        'invalid-ref error b|$ref 2:11-19 `c.yaml`: other files cannot be read here: only the document itself was given',
      ],
    ],
    ['a: {$ref: "#no"}', ['invalid-ref error a|$ref 1:11-16 `#no` does not resolve']],
    [
      'a: {$ref: "b.yaml#/c"}',
      [
        'invalid-ref error a|$ref 1:11-22 `b.yaml#/c`: other files cannot be read here: only the document itself was given',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(issuesOf(text)).toEqual(expected)
  })
})

const texts: Readonly<Record<string, string>> = {
  'api/keys.yaml': 'get: {responses: {200: ok, true: ok}}\nnext: {$ref: lost.yaml}\n',
  'api/docs/x.md': '"Carts"\n\nNote: a cart\n  is "open\n',
  'api/docs/y.TXT': '1\n',
  'api/text.yaml': 'moved to another file\n',
  'api/number.yaml': '1\n',
  'api/null.yaml': 'null\n',
  'api/true.yaml': 'true\n',
  'api/main.yaml': `info: {$ref: 'parts/info.yaml#/info'}
paths:
  /a: {$ref: parts/path.yaml}
  /b: {$ref: nope.yaml}
  /c: {$ref: 'parts/info.yaml#/nope'}
  /d: {$ref: 'ftp://example.com/x.yaml'}
own: {title: own}
`,
  'api/parts/info.yaml': `info:
  title: hello
  back: {$ref: '../main.yaml#/own'}
  loop: {$ref: 'path.yaml#/loop'}
`,
  'api/parts/path.yaml': `get: {title: path, title: again, via: {$ref: 'info.yaml#/info'}}
loop:
  title: loop
  next: {$ref: '#/loop'}
`,
}

async function filesOf(text: string) {
  const document = parseDocument(text, 'yaml')
  const files = await readReferencedFiles(document, 'api/main.yaml', async (reference, from) => {
    const name = new URL(reference, `file:///${from}`).pathname.slice(1)
    const found = texts[name]
    if (found === undefined) throw new Error('no such file')
    return { name, text: found }
  })
  return { document, files }
}

it('takes a chain of references that is longer than the stack', () => {
  const links = Array.from({ length: 20_000 }, (_, at) => `a${at}: {$ref: "#/a${at + 1}"}`)
  expect(issuesOf([...links, 'a20000: {b: 1}'].join('\n'))).toEqual([])
  expect(issuesOf([...links, 'a20000: {$ref: "#/no"}'].join('\n'))).toEqual([
    'invalid-ref error a20000|$ref 20001:16-22 `#/no` does not resolve',
  ])
  expect(issuesOf([...links, 'a20000: {$ref: "#/a0"}'].join('\n'))).toHaveLength(20_001)
})

describe('references into other files', () => {
  it('are followed, and what is found is placed in its own file', async () => {
    const { document, files } = await filesOf(texts['api/main.yaml'] ?? '')
    const { loadRuleset } = await import('../../../src/engine/load-ruleset.ts')
    const text = `rules:
  t: {given: $..title, message: '{{path}} {{value}}', then: {function: pattern, functionOptions: {match: ^z}}}
  u: {given: $.info, message: '{{path}}', then: {field: nope, function: truthy}}
`
    const source = { name: 'r.yaml', text, format: 'yaml' } as const
    const ruleset = await loadRuleset(source, { read: async () => ({ name: '', text: '' }) })
    const issues = evaluate(document, ruleset, { files }).map(
      ({ rule, file, message, location }) => `${rule.id} ${file ?? ''} ${location.start_line}: ${message}`,
    )
    expect(issues).toEqual([
      'parser api/parts/path.yaml 1: Key `title` is duplicated: only its last value counts',
      'invalid-ref  4: `nope.yaml`: no such file',
      'invalid-ref  5: `parts/info.yaml#/nope` does not resolve',
      'invalid-ref  6: `ftp://example.com/x.yaml`: only files are followed: save it next to the document',
      't  7: #/own/title own',
      't api/parts/info.yaml 2: #/info/title hello',
      't api/parts/path.yaml 1: #/get/title again',
      't api/parts/path.yaml 3: #/loop/title loop',
      'u api/parts/info.yaml 1: #/info',
    ])
  })

  it.each([
    ['3.2.0', 'parts/openapi.yaml', 'path.yaml', undefined],
    ['3.2.0', './parts/openapi.yaml#a', './path.yaml', undefined],
    ['3.2.0', 'parts/deeper/', '../path.yaml', undefined],
    ['3.2.0', 'parts/openapi.yaml', 'openapi.yaml#/openapi', undefined],
    ['3.2.0', 'parts/openapi.yaml', 'parts/path.yaml', '`parts/path.yaml`: no such file'],
    ['3.2.0', 'openapi.yaml', 'parts/path.yaml', undefined],
    ['3.2.0', '/v1/openapi.yaml', 'parts/path.yaml', undefined],
    ['3.2.0', 'https://example.com/v1/openapi.yaml', 'parts/path.yaml', undefined],
    ['3.1.0', 'parts/openapi.yaml', 'path.yaml', '`path.yaml`: no such file'],
    ['3.2.0', '1', 'parts/path.yaml', undefined],
  ])('of %s with the $self %s lead by %s where it says', async (version, self, reference, message) => {
    const { document, files } = await filesOf(
      `openapi: ${version}\n$self: ${self}\nown: {}\npaths: {/a: {$ref: '${reference}'}}\n`,
    )
    const faults = evaluate(document, { rules: [] }, { files }).filter(
      ({ rule }) => rule.id === 'invalid-ref',
    )
    expect(faults[0]?.message).toEqual(message)
  })

  it.each([
    [
      'file:parts/path.yaml',
      'it is a file: URL: write the path of the file, from the file with this reference',
    ],
    [
      'FILE:///parts/path.yaml',
      'it is a file: URL: write the path of the file, from the file with this reference',
    ],
    ['ftp://example.com/a.yaml', 'only files are followed: save it next to the document'],
    ['parts\\none.yaml', 'it has a backslash: write / instead'],
    ['none.yaml', 'no such file'],
  ])('lead nowhere by %s', async (reference, reason) => {
    const { document, files } = await filesOf(`a: {$ref: '${reference}'}\n`)
    const messages = evaluate(document, { rules: [] }, { files }).map(({ message }) => message)
    expect(messages).toEqual([`\`${reference}\`: ${reason}`])
  })

  it('lead to no file that holds only a text, a number or null', async () => {
    const { document, files } = await filesOf(
      'a: {$ref: text.yaml}\nb: {$ref: number.yaml}\nc: {$ref: null.yaml}\nd: {$ref: true.yaml}\n',
    )
    const issues = evaluate(document, { rules: [] }, { files }).map(({ message }) => message)
    const only = (file: string, what: string) => `\`${file}\`: the file holds only ${what}, and no object`
    expect(issues).toEqual([
      only('text.yaml', 'a string'),
      only('number.yaml', 'a number'),
      only('null.yaml', 'null'),
    ])
  })

  it('lead to a text as a description or in an extension, and to nothing where an object is expected', async () => {
    const { document, files } = await filesOf(`openapi: 3.0.3
info: {title: a, version: '1', description: {$ref: docs/x.md}}
tags: [{name: b, description: {$ref: ./docs/x.md}}]
paths:
  /a: {$ref: docs/x.md}
  /b: {$ref: '#/x-c'}
components:
  schemas: {description: {$ref: docs/x.md}, d: {description: {$ref: docs/y.TXT}, default: {$ref: docs/y.TXT}}}
x-c: {$ref: docs/x.md}
x-d: {$ref: 'docs/x.md#/a'}
x-e: {$ref: docs/none.md}
`)
    const { loadRuleset } = await import('../../../src/engine/load-ruleset.ts')
    const text = `extends: [[spectral:oas, off]]
rules:
  oas3-schema: error
  t: {given: $.info.description, message: the text has it, then: {function: pattern, functionOptions: {notMatch: is "open}}}
`
    const source = { name: 'r.yaml', text, format: 'yaml' } as const
    const ruleset = await loadRuleset(source, { read: async () => ({ name: '', text: '' }) })
    const issues = evaluate(document, ruleset, { files }).map(
      ({ rule, file, message, location }) =>
        `${rule.id} ${rule.severity} ${file ?? ''} ${location.start_line}: ${message}`,
    )
    expect(issues).toEqual([
      'invalid-ref error  10: `docs/x.md#/a` does not resolve',
      'invalid-ref error  11: `docs/none.md`: no such file',
      'invalid-ref info  2: `docs/x.md` is read as a text, which not all tools do',
      'invalid-ref error  5: `docs/x.md` leads to a text, and an object is expected here',
      'invalid-ref error  6: `#/x-c` leads to a text, and an object is expected here',
      'invalid-ref error  8: `docs/x.md` leads to a text, and an object is expected here',
      'invalid-ref info  8: `docs/y.TXT` is read as a text, which not all tools do',
      't warn api/docs/x.md 1: the text has it',
    ])
  })

  it('lead to a file whose keys are only warned of, and whose references fail there', async () => {
    const { document, files } = await filesOf('a: {$ref: keys.yaml}\nb: {$ref: "keys.yaml#/next"}\n')
    const describe = ({ rule, file, path, location }: EngineIssue) =>
      `${rule.id} ${rule.severity} ${file} ${location.start_line} ${path.join('.')}`
    expect(evaluate(document, { rules: [] }, { files }).map(describe)).toEqual([
      'parser warn api/keys.yaml 1 get.responses.200',
      'parser warn api/keys.yaml 1 get.responses.true',
      'invalid-ref error api/keys.yaml 2 next.$ref',
    ])
  })

  it.each<[string, ParserOptions, readonly string[]]>([
    ['absent', {}, ['error  a', 'error  200', 'error p.yaml a', 'warn p.yaml 200']],
    [
      'off',
      { duplicateKeys: 'off', incompatibleValues: 'off' },
      ['hint  a', 'error p.yaml a', 'warn p.yaml 200'],
    ],
    [
      'hints',
      { duplicateKeys: 'hint', incompatibleValues: 'hint' },
      ['hint  a', 'hint  200', 'error p.yaml a', 'warn p.yaml 200'],
    ],
    ['warnings', { duplicateKeys: 'warn' }, ['warn  a', 'error  200', 'error p.yaml a', 'warn p.yaml 200']],
    [
      'off for keys that are no strings',
      { incompatibleValues: 'off' },
      ['error  a', 'error p.yaml a', 'warn p.yaml 200'],
    ],
    [
      'errors, in all files',
      { incompatibleValues: 'error' },
      ['error  a', 'error  200', 'error p.yaml a', 'error p.yaml 200'],
    ],
  ])('are of the document alone where parserOptions are %s', async (_name, parserOptions, expected) => {
    const keys = '{a: 1, a: 2, 200: b}'
    const document = parseDocument(`x-own: ${keys}\nx-part: {$ref: p.yaml}\n`, 'yaml')
    const files = await readReferencedFiles(document, 'd.yaml', async () => ({ name: 'p.yaml', text: keys }))
    const issues = evaluate(document, { rules: [], parserOptions }, { files })
    expect(issues.map(({ rule, file, path }) => `${rule.severity} ${file ?? ''} ${path.at(-1)}`)).toEqual(
      expected,
    )
  })

  it('hold characters that other readers take for line breaks, each an error in its file', async () => {
    const hidden = '# x\x85paths: {}\n'
    const document = parseDocument(`a: {$ref: p.yaml}\n${hidden}`, 'yaml')
    const files = await readReferencedFiles(document, 'd.yaml', async () => ({
      name: 'p.yaml',
      text: `b: 1\n${hidden}`,
    }))
    const parserOptions = { duplicateKeys: 'off', incompatibleValues: 'off' } as const
    const issues = evaluate(document, { rules: [], parserOptions }, { files })
    expect(
      issues.map(
        ({ rule, file, location, message }) =>
          `${rule.id} ${rule.severity} ${file ?? ''}:${location.start_line} ${message}`,
      ),
    ).toEqual(
      ['', 'p.yaml'].map(
        (file) =>
          `parser error ${file}:2 The character U+0085 is a line break to other readers, before paths: {}: remove it`,
      ),
    )
  })

  it('keep to the document where there is no file of a key that looks like one', () => {
    const document = parseDocument('{"\\u0000api/x": {"title": 1}}', 'json')
    expect(evaluate(document, { rules: [] }, { files: noFiles })).toEqual([])
  })
})
