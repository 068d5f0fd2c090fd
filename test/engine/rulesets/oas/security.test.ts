import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../../src/engine/openapi/files.ts'

const oauth = (scope: string) => `{type: oauth2, flows: {implicit: {scopes: {${scope}: x}}}}`
const text = (version: string, requirement: string) => `openapi: ${version}
security: [${requirement}]
components:
  securitySchemes:
    own: ${oauth('r')}
    ref: {$ref: '#/x-schemes/other'}
    chain: {$ref: '#/components/securitySchemes/ref'}
    far: {$ref: 'other.yaml#/s'}
    lost: {$ref: '#/x-schemes/none'}
    key: {type: apiKey, in: header, name: k}
    nothing: null
    'a/b': ${oauth('s')}
x-schemes: {other: ${oauth('q')}}
`

async function messagesOf(version: string, requirement: string): Promise<string[]> {
  const rules = JSON.stringify({
    extends: [['spectral:oas', 'off']],
    rules: { 'oas3-operation-security-defined': true },
  })
  const none = () => Promise.reject(new Error('no such file'))
  const ruleset = await loadRuleset({ name: 'r.json', text: rules, format: 'json' }, { read: none })
  const document = parseDocument(text(version, requirement), 'yaml')
  const files = await readReferencedFiles(document, 'a.yaml', async (name) =>
    name === 'other.yaml' ? { name, text: `s: ${oauth('f')}` } : none(),
  )
  const issues = evaluate(document, ruleset, { files })
  return issues.filter(({ rule }) => rule.id !== 'invalid-ref').map(({ message }) => message)
}

describe('a security requirement', () => {
  it.each([
    ['3.1.0', '{own: [r]}'],
    ['3.0.3', '{ref: [q]}'],
    ['3.1.0', '{ref: [q], chain: [q]}'],
    ['3.1.0', '{ref: [r]}', 'Scheme `ref` has no scope `r`'],
    ['3.1.0', '{far: [f]}'],
    ['3.1.0', '{far: [r]}', 'Scheme `far` has no scope `r`'],
    ['3.1.0', '{lost: [r]}'],
    ['3.1.0', '{key: [r]}', 'Scheme `key` has no scope `r`'],
    ['3.1.0', '{nothing: []}'],
    ['3.1.0', '{no: []}', 'Security scheme `no` is not in `components.securitySchemes`'],
    ['3.1.0', '{toString: []}', 'Security scheme `toString` is not in `components.securitySchemes`'],
    [
      '3.1.0',
      "{'#/components/securitySchemes/own': []}",
      'Security scheme `#/components/securitySchemes/own` is not in `components.securitySchemes`',
    ],
    ['3.2.0', "{'#/components/securitySchemes/own': [r]}"],
    [
      '3.2.0',
      "{'#/components/securitySchemes/own': [q]}",
      'Scheme `#/components/securitySchemes/own` has no scope `q`',
    ],
    ['3.2.0', "{'#/components/securitySchemes/chain': [q]}"],
    ['3.2.0', "{'other.yaml#/s': [f]}"],
    ['3.2.0', "{'other.yaml#/s': [r]}", 'Scheme `other.yaml#/s` has no scope `r`'],
    ['3.2.0', "{'a/b': [s]}"],
    ['3.2.0', "{'#/x-schemes': []}", 'Security scheme `#/x-schemes` is not a security scheme'],
    ['3.2.0', "{'#/none': []}", 'Security scheme `#/none` does not resolve'],
    [
      '3.2.0',
      "{'third.yaml#/s': []}",
      'Security scheme `third.yaml#/s`: it was not read, as no `$ref` leads there',
    ],
    ['3.2.0', '{no: []}', 'Security scheme `no` is not in `components.securitySchemes`'],
    ['3.2.0', "{'': []}", 'Security scheme an empty string is not in `components.securitySchemes`'],
  ])('of %s: %s', async (version, requirement, ...messages) => {
    expect(await messagesOf(version, requirement)).toEqual(messages)
  })
})
