import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { hasPlaceholder, placeholders } from '../../../src/core/model/placeholder.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'

const text = placeholders.text('describe it')

async function findPlaceholders(body: string, others: Readonly<Record<string, string>> = {}) {
  const document = parseDocument(`openapi: 3.1.0\n${body}`, 'yaml')
  const files = await readReferencedFiles(document, 'o.yaml', async (name) => {
    const found = others[name]
    if (found === undefined) throw new Error('not there')
    return { name, text: found }
  })
  const issues = evaluate(document, { rules: [] }, { name: 'o.yaml', files })
  return issues
    .filter(({ rule }) => rule.id === 'gov:placeholder' && rule.severity === 'error')
    .map(({ file, path, location }) => `${file ?? ''}:${location.start_line} ${path.join('.')}`)
}

it.each<[string, string, readonly string[], Readonly<Record<string, string>>?]>([
  ['a description', `info: {description: '${text}'}`, [':2 info.description']],
  ['a URL', `info: {license: {url: ${placeholders.url}}}`, [':2 info.license.url']],
  ['a URL with a path', `info: {termsOfService: ${placeholders.url}terms}`, [':2 info.termsOfService']],
  ['an address', `info: {contact: {email: '${placeholders.email}'}}`, [':2 info.contact.email']],
  ['in double quotes', `info: {description: "${text}"}`, [':2 info.description']],
  [
    'with escapes',
    `info: {description: "\\x54${text.slice(1)}", x-a: "TODO(gov\\u002dfix): a"}`,
    [':2 info.description', ':2 info.x-a'],
  ],
  ['over two lines', `info:\n  description: "TODO(gov-\\\n    fix): describe"\n`, [':3 info.description']],
  ['in a block', `info:\n  description: |\n    Our API.\n    ${text}\n`, [':3 info.description']],
  ['folded', `info:\n  description: >-\n    ${text.replace(' ', '\n    ')}\n`, [':3 info.description']],
  ['with more words around it', `info: {description: 'Old. ${text} New.'}`, [':2 info.description']],
  ['in a list', `x-notes: [a, '${text}']`, [':2 x-notes.1']],
  [
    'in an example',
    `components: {examples: {a: {value: {b: '${text}'}}}}`,
    [':2 components.examples.a.value.b'],
  ],
  ['in an extension', `x-a: {x-b: '${text}'}`, [':2 x-a.x-b']],
  ['several', `info: {title: '${text}', summary: '${text}'}`, [':2 info.title', ':2 info.summary']],
  [
    'in a file that is referred to',
    'paths: {/a: {$ref: i.yaml}}',
    ['i.yaml:1 get.description'],
    { 'i.yaml': `get: {description: '${text}'}\n` },
  ],
  [
    'in a file that such a file refers to, where nothing refers to',
    'paths: {/a: {$ref: i.yaml}}',
    ['j.yaml:2 unused'],
    { 'i.yaml': 'get: {$ref: "j.yaml#/get"}\n', 'j.yaml': `get: {}\nunused: '${text}'\n` },
  ],
  [
    'beside a $ref',
    `paths: {/a: {$ref: i.yaml, description: '${text}'}}`,
    [':2 paths./a.description'],
    { 'i.yaml': 'get: {}\n' },
  ],
  ['a TODO of someone', "info: {description: 'TODO: describe it'}", []],
  ['another TODO of someone', "info: {description: 'TODO(jane): describe it'}", []],
  ['words about gov fix', 'info: {description: "Run gov fix, then fix what is to do."}', []],
  ['what gov wrote once', "info: {contact: {url: 'https://example.com/TODO', email: todo@example.com}}", []],
  ['a comment', `# ${text}\ninfo: {}`, []],
  ['a key', `x-a: {'${text}': 1}`, []],
])('%s', async (_what, body, expected, others = {}) => {
  expect(await findPlaceholders(body, others)).toEqual(expected)
})

it('what gov writes is what the rule knows', () => {
  const written = [placeholders.text('x'), placeholders.url, placeholders.email]
  expect(written.map(hasPlaceholder)).toEqual([true, true, true])
  expect(new URL(placeholders.url).hostname).toMatch(/\.invalid$/)
})
