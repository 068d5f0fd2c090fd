import { describe, expect, it } from 'vitest'
import { inEveryVersion, placesOf } from './oas-places.ts'

const rows = inEveryVersion([
  ['info-contact', 'info: {title: t}', 'info'],
  ['info-contact', 'x-none: 1', ''],
  ['info-contact', 'info: {contact: {}}'],
  ['contact-properties', 'info: {contact: {name: n}}', 'info|contact'],
  ['contact-properties', "info: {contact: {name: '', url: u, email: e}}", 'info|contact|name'],
  ['contact-properties', 'info: {contact: {name: n, url: u, email: e}}'],
  ['contact-properties', 'info: {title: t}'],
  ['info-description', "info: {description: ''}", 'info|description'],
  ['info-description', 'info: {title: t}', 'info'],
  ['info-description', 'info: {description: d}'],
  ['info-license', 'info: {title: t}', 'info'],
  ['info-license', 'info: {license: {name: MIT}}'],
  ['license-url', 'info: {license: {name: MIT}}', 'info|license'],
  ['license-url', 'info: {license: {url: u}}'],
  ['openapi-tags', 'info: {}', ''],
  ['openapi-tags', 'tags: []', 'tags'],
  ['openapi-tags', 'tags: t', 'tags'],
  ['openapi-tags', 'tags: [{name: a}]'],
  ['openapi-tags-alphabetical', 'tags: [{name: b}, {name: a}]', 'tags'],
  ['openapi-tags-alphabetical', 'tags: [{name: a}, {name: b}]'],
  ['openapi-tags-alphabetical', 'info: {}'],
  ['openapi-tags-uniqueness', 'tags: [{name: a}, {name: b}, {name: a}]', 'tags|2|name'],
  ['openapi-tags-uniqueness', 'tags: [{name: a}, {name: a}, {}]'],
  ['openapi-tags-uniqueness', 'tags: [{name: a}, {name: b}]'],
  ['tag-description', "tags: [{name: a}, {name: b, description: ''}]", 'tags|0', 'tags|1|description'],
  ['tag-description', 'tags: [{name: a, description: d}]'],
])

describe('rules of info and tags', () => {
  it.each(rows)('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })
})
