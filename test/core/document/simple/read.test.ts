import { describe, expect, it } from 'vitest'
import { readSimpleYaml } from '../../../../src/core/document/simple/read.ts'
import { readAgainstParser } from './against-parser.ts'

describe('text that is read', () => {
  it.each([
    'a: 1',
    '---\na: b\n',
    '# c\n\n--- # c\n# c\na: b # c\n  # c\n',
    'a:\r\n  b: |\r\n    x\r\n    y\r\n  c: "d\r\n    e"\r\n',
    'a:\n- b\n- c\nd:\n  - - e\n    -\n    - f: g\n      h: i\n  -\n    j: k\n',
    'a: [b, "c d", \'e\', {f: g, "h":[ ]}, [i,], {}] # c\n',
    '{\n"a": [1, -2.5e3],\n"b": {"c": null}\n}\n',
    'a:\n  "b": \'c\'\n  $ref: "#/x"\n  /p/{id}: x:y#z\n  h i-j_k: l\n',
    'a: text\n  more\n\n\n  - and more\n',
    'a:\n  text on a line of its own\n  # c\nb:\n  "quoted"\nc:\n  |\n  block\nd:\n  [e]\n',
    "a: 'it''s\n\n  folded  \n  here'\nb: \"\\u00e9\\x41\\\\\\\"\\/\\n \\\n  joined \\\n   \\ spaced\n  folded\"\n",
    'a: |\n  x\n\n    y\n \n  z\n\nb: >\n  x\n  y\n\n    more\n    indented\n  z\n\n\n\nc: d\n',
    'a: |-\n  x\n\nb: |+\n  x\n\nc: >-\n  x\n\nd: >+\n  x\n\n',
    'a: |2\n    x\n   y\nb: >1-\n  x\nc: |+1 # c\n  x\n\n',
    'a: |\nb: >-\n\n\nc: |+\n\nd: e\n',
    'a: |\n  x \n  \ttab\n  # no comment\n # comment\nb: c',
    'a: |\n  x',
    'a:\nb: ~\nc: # c\nd:\n  -\n  -\n',
    'a: [0, -0, +1, 010, 0x1F, 0o17, 1., .5, 1e3, -1.5E-3, 1_0, 1e400, .inf, -.Inf, .nan, 9007199254740993]\n',
    'a: [null, Null, nULL, true, True, TRUE, tRUE, false, yes, 2020-01-01, 10:20, "1", \'null\', b]\n',
    '200: a\n0x10: b\n~: c\ntrue: d\n1.5: {null: e, -1: f}\n-x: g\n"404": h\n',
    'toString: a\nconstructor: b\n',
    'a: \u00e9\u00a0\u2003\ud83d\ude00 # \ud83d\ude00\n',
    '- a\n- b: c\n',
    'a: <<\nb: ?x\nc: -x\nd: :x\n',
    'a: "b" \nc: d \n',
    'a : b\nc d  :\n  e : {f: g}\n  h :   [i]\nj :\n- k : |\n    l\n7 : "m"\nn :\n',
    'a: b#c\nd: [e#f,\n  # c\n  g\n  ]\n',
    'a: [\n  b\n]\nc: {\n"d": 1,\n  e: [\n]\n}\nf:\n  - g: [\n    h\n    ]\n  - [\n  i, # c\n  "j\n  k"]\n',
    'a: "b\nc\n\n d"\ne:\n  - \'f\n\n  g\'\n  - h: "i \\\n    j"\n',
    'a: [\r\n  b\r\n]\r\nc: "d\r\ne"\r\n',
    'a: [\n  b,\n  c\n ]\nd:\n  e: {\n    f: [\n      g,\n     ]\n   } # c\n  h: [{\n    i: j\n    },\n   ]\nk: {\n }\n',
    'a: "b"#c\nd: \'e\'#\n# f\ng:\n  - [h]#c: d\n  - {i: [j]}# c\n  - "k\n    l"#c\r\n  - m]#n\n',
    '{a: "b"}#c\n',
    'a: ["b"#c\n, [d]#e\n,#f\n{"g":#h\ni}]\n',
    'a:\n  b: [\n    c\n ]\nd:\n  - - e: "f\n g\nh"\n',
    '- {a : b, "c"  : d, 1 : {}}\n',
  ])('%j', (text) => {
    expect(readAgainstParser(text)).toBe('read')
  })
})

describe('text that is left to the parser', () => {
  it.each([
    ['nothing', ''],
    ['no content', '# c\n'],
    ['a scalar for a root', 'a\n'],
    ['a root that is indented', ' a: b\n'],
    ['a value beside the mark of a document', '--- a\n'],
    ['a second document', 'a: b\n---\nc: d\n'],
    ['the mark that ends a document', 'a: b\n...\n'],
    ['a directive', '%YAML 1.2\n---\na: b\n'],
    ['an anchor', 'a: &x b\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a merge key', 'a: {b: c}\n<<: {d: e}\n'],
    ['a merge key in quotes', '"<<": {d: e}\n'],
    ['a complex key', '? a\n: b\n'],
    ['a collection for a key', '{a: b}: c\n'],
    ['the key __proto__', '__proto__: a\n'],
    ['a repeated key', 'a: b\na: c\n'],
    ['keys that read the same', '1: a\n0x1: b\n'],
    ['a repeated key in brackets', '{a: b, "a": c}\n'],
    ['a key on two lines', '"a\n b": c\n'],
    ['a key without a value in brackets', '{a}\n'],
    ['a pair among items', '[a: b]\n'],
    ['a mapping behind a key', 'a: b: c\n'],
    ['a sequence behind a key', 'a: - b\n'],
    ['no blank behind a colon', '"a":b\n'],
    ['a comment right behind quotes, beside an anchor', 'a: "b"#c\nd: &x e\n'],
    ['a comment right behind the mark of a block', 'a: |#c\n  b\n'],
    ['a comment right behind a dash', '-#c\n - b\n'],
    ['text behind a value', 'a: "b" c\n'],
    ['text behind brackets', 'a: [b] c\n'],
    ['a tab before a key', 'a:\n\tb: c\n'],
    ['a tab behind a colon', 'a:\tb\n'],
    ['a tab in plain text', 'a: b\tc\n'],
    ['a tab before continued text', 'a: b\n \tc\n'],
    ['an unknown escape', 'a: "\\q"\n'],
    ['an escape that is cut', 'a: "\\u00g0"\n'],
    ['a quote that is not closed', 'a: "b\n'],
    ['brackets that are not closed', 'a: [b\n'],
    ['a bracket too many', 'a: b\n]\n'],
    ['plain text over several lines in brackets', 'a: [b\n  c]\n'],
    ['a tab before a colon in brackets', 'a: {b\t: c}\n'],
    ['a line break before a colon in brackets', 'a: {"b"\n  : c}\n'],
    ['a missing comma', 'a: ["b" "c"]\n'],
    ['two commas', 'a: [b,,c]\n'],
    ['a quote that swallows the next one', 'a: "b\nc: "d"\n'],
    ['text at the column of its key', 'a: b\nc\n'],
    ['a bracket at the column of its key, beside an anchor', 'a: [\n]\nb: &x c\n'],
    ['a key further right than its mapping', 'a: b\n c: d\n'],
    ['a key between two columns', 'a:\n    b: c\n  d: e\n'],
    ['an item further right than its sequence', '- "a"\n  - b\n'],
    ['a key after items', 'a:\n  - b\n  c: d\n'],
    ['a blank line wider than a block scalar', 'a: |\n    \n  x\n'],
    ['a block scalar that begins with a tab', 'a: |\n \tx\n'],
    ['a header with two digits', 'a: |12\n  x\n'],
    ['a header at the end of the text', 'a: |'],
    ['blanks at the end of a block scalar', 'a: |+\n  x\n  '],
    ['a carriage return alone', 'a: b\rc: d\n'],
    ['a control character', 'a: "\u0001"\n'],
    ['a line break of YAML 1.1', 'a: b # \u2028\n'],
    ['half of a surrogate pair', 'a: \ud83d\n'],
    ['a byte order mark in the text', 'a: b\n\ufeffc: d\n'],
    ['a deep text', `${'['.repeat(101)}${']'.repeat(101)}`],
  ])('%s: %j', (_what, text) => {
    expect(readAgainstParser(text)).toBe('left')
  })
})

describe('hostile text', () => {
  /** How often a character is looked at or found, and how many are passed by searching. */
  function countSteps(text: string): number {
    let steps = 0
    const { charCodeAt, indexOf } = String.prototype
    String.prototype.charCodeAt = function (at) {
      steps++
      return charCodeAt.call(this, at)
    }
    String.prototype.indexOf = function (part, from = 0) {
      const at = indexOf.call(this, part, from)
      steps += (at === -1 ? this.length : at) - from
      return at
    }
    try {
      readSimpleYaml(text)
    } finally {
      Object.assign(String.prototype, { charCodeAt, indexOf })
    }
    return steps
  }

  it.each<[string, (size: number) => string]>([
    ['dashes', (size) => '- '.repeat(size)],
    ['colons', (size) => `a: ${':x'.repeat(size)}\n`],
    ['marks of comments', (size) => `a: ${'#'.repeat(size)}\n`.repeat(2)],
    ['brackets', (size) => `a: ${'['.repeat(size)}`],
    ['a quote that is not closed', (size) => `a: "${'b '.repeat(size)}`],
    ['quotes that are not closed', (size) => 'a: "\n'.repeat(size)],
    ['doubled quotes', (size) => `a: '${"''".repeat(size)}'\n`],
    ['a long line of items', (size) => `a: [${'b, '.repeat(size)}]\n`],
    ['blank lines in text', (size) => `a: b\n${'\n'.repeat(size)}  c\n`],
    ['blank lines behind text', (size) => `${`a:\n  `}${'- b\n\n  '.repeat(size)}`],
    ['blank lines in a block scalar', (size) => `a: |\n${'   \n'.repeat(size)}    x\n`],
    ['lines of a block scalar', (size) => `a: >\n${'  x\n\n   y\n'.repeat(size)}`],
    ['keys', (size) => Array.from({ length: size }, (_, index) => `k${index}:\n`).join('')],
    ['keys that are numbers', (size) => Array.from({ length: size }, (_, index) => `${index}: a\n`).join('')],
    [
      'steps to the right',
      (size) => Array.from({ length: size }, (_, at) => `${' '.repeat(at % 90)}a:\n`).join(''),
    ],
    ['text over many lines', (size) => `a: b\n${'  - c\n'.repeat(size)}`],
  ])('takes steps in proportion: %s', (_what, textOf) => {
    const few = countSteps(textOf(1000))
    expect(countSteps(textOf(2000))).toBeLessThanOrEqual(2.1 * few + 200)
    expect(few).toBeLessThan(20 * textOf(1000).length + 200)
  })
})
