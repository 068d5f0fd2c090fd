export const dialects = ['draft4', 'draft6', 'draft7', 'draft2019-09', 'draft2020-12'] as const
export type Dialect = (typeof dialects)[number]

const addresses: Readonly<Record<string, Dialect>> = {
  'json-schema.org/schema': 'draft7',
  'json-schema.org/draft-04/schema': 'draft4',
  'json-schema.org/draft-06/schema': 'draft6',
  'json-schema.org/draft-07/schema': 'draft7',
  'json-schema.org/draft/2019-09/schema': 'draft2019-09',
  'json-schema.org/draft/2020-12/schema': 'draft2020-12',
}

/** The dialect that a `$schema` address names, whatever its scheme and empty fragment. */
export function dialectOf(address: string): Dialect | undefined {
  return addresses[address.replace(/^https?:\/\//, '').replace(/#$/, '')]
}
