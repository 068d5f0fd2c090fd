import type { Fixes } from './fix.ts'
import { documentFixes, serverFixes } from './rules/document.ts'
import { operationFixes, pathFixes } from './rules/operations.ts'
import { responseFixes } from './rules/responses.ts'
import { schemaFixes } from './rules/schemas.ts'
import { tagFixes } from './rules/tags.ts'

/** Of the rules that come with gov, all that leave nothing to a person. A dashboard's rules of these names are the same. */
export const completeFixes: Fixes = new Map(
  Object.entries({
    ...{ ...documentFixes, ...operationFixes, ...pathFixes },
    ...{ ...responseFixes, ...schemaFixes, ...serverFixes, ...tagFixes },
  }),
)
