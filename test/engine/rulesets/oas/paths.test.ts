import { describe, expect, it } from 'vitest'
import { inEveryVersion, placesOf, type Row, version2, version30 } from './oas-places.ts'

const id = '{name: id, in: path, required: true}'
const item = (path: string, text: string) => `paths: {'${path}': {${text}}}`

const ofEvery = inEveryVersion([
  ['path-declarations-must-exist', item('/a/{}', ''), 'paths|/a/{}'],
  ['path-declarations-must-exist', item('/a/{b}', '')],
  ['path-keys-no-trailing-slash', item('/a/', ''), 'paths|/a/'],
  ['path-keys-no-trailing-slash', 'paths: {/: {}, /a: {}}'],
  ['path-not-include-query', item('/a?b=c', ''), 'paths|/a?b=c'],
  ['path-not-include-query', item('/a', '')],
  ['path-params', item('/a/{id}', 'get: {}'), 'paths|/a/{id}|get'],
  ['path-params', item('/a/{id}', `parameters: [${id}], get: {}, put: {}`)],
  ['path-params', item('/a/{id}', `get: {parameters: [${id}]}, put: {}`), 'paths|/a/{id}|put'],
  ['path-params', item('/a', `get: {parameters: [${id}]}`), 'paths|/a|get|parameters|0'],
  ['path-params', item('/a', `parameters: [${id}], get: {}`), 'paths|/a|parameters|0'],
  ['path-params', item('/a', `parameters: [${id}]`)],
  ['path-params', item('/a/{id}', `get: {parameters: [${id}, ${id}]}`), 'paths|/a/{id}|get|parameters|1'],
  [
    'path-params',
    item('/a/{id}', 'get: {parameters: [{name: id, in: path}]}'),
    'paths|/a/{id}|get|parameters|0',
  ],
  ['path-params', item('/a/{id}/{id}', ''), 'paths|/a/{id}/{id}'],
  ['path-params', "paths: {'/a/{b}': {}, '/a/{c}': {}, '/a/{b}/d': {}}", 'paths|/a/{c}'],
  ['path-params', item('/a/{;x}/{?y*}', 'get: {}'), 'paths|/a/{;x}/{?y*}|get', 'paths|/a/{;x}/{?y*}|get'],
  ['path-params', `x-item: {get: {}}\npaths: {'/a/{id}': {$ref: '#/x-item'}}\nx-id: ${id}`, 'x-item|get'],
  [
    'path-params',
    `paths: {'/a/{id}': {parameters: [{$ref: '#/x-id'}], get: {parameters: [{$ref: '#/nowhere'}]}}}\nx-id: ${id}`,
  ],
])

const parameters = 'parameters: [{in: query}, {in: query, description: d}, {name: n}]'

const ofSome: Row[] = [
  ['oas2-parameter-description', version2(item('/a', parameters)), 'paths|/a|parameters|0'],
  ['oas2-parameter-description', version2('parameters: {p: {in: query}}'), 'parameters|p'],
  ['oas2-parameter-description', version2('parameters: {p: {in: query, description: d}}')],
  ['oas3-parameter-description', version30(item('/a', parameters)), 'paths|/a|parameters|0'],
  ['oas3-parameter-description', version30(item('/a', `get: {${parameters}}`)), 'paths|/a|get|parameters|0'],
  [
    'oas3-parameter-description',
    version30('components: {parameters: {p: {in: query}}}'),
    'components|parameters|p',
  ],
  ['oas3-parameter-description', version30('components: {parameters: {p: {in: query, description: d}}}')],
]

describe('rules of paths and parameters', () => {
  it.each([...ofEvery, ...ofSome])('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })
})
