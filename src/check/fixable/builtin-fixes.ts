import type { Fixes } from './fix.ts'
import { documentFixes, serverFixes } from './rules/document.ts'
import { operationFixes, pathFixes } from './rules/operations.ts'
import { responseFixes } from './rules/responses.ts'
import { schemaFixes } from './rules/schemas.ts'
import { tagFixes } from './rules/tags.ts'

/** Fixes of the rules that come with gov, except those that leave something to a person. A dashboard's rules of these names are the same. */
export const completeFixes: Fixes = new Map(
  Object.entries({
    ...{ ...documentFixes, ...operationFixes, ...pathFixes },
    ...{ ...responseFixes, ...schemaFixes, ...serverFixes, ...tagFixes },
  }),
)
