import type { Fix, Fixes } from '../propose/fix.ts'
import { documentFixes, infoFixes, serverFixes } from './document.ts'
import { operationFixes, pathFixes } from './operations.ts'
import { responseFixes } from './responses.ts'
import { schemaFixes } from './schemas.ts'
import { tagFixes } from './tags.ts'

/** The fixes of the rules that come with gov. A dashboard's rules of these names are the same. */
export const builtinFixes: Fixes = new Map<string, readonly Fix[]>(
  [
    documentFixes,
    infoFixes,
    operationFixes,
    pathFixes,
    responseFixes,
    schemaFixes,
    serverFixes,
    tagFixes,
  ].flatMap((each) => Object.entries(each)),
)
