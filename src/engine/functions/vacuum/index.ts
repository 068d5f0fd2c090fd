import type { RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { descriptionFunctions } from './descriptions.ts'
import { exampleFunctions } from './examples.ts'
import { infoFunctions } from './info.ts'
import { vacuumOperationFunctions } from './operations.ts'
import { pathFunctions } from './paths.ts'
import { allOfConflicts, schemaTypeCheck } from './schema-types.ts'
import { vacuumSchemaFunctions } from './schemas.ts'
import { textFunctions } from './texts.ts'

/**
 * The functions that only vacuum, the dashboards' engine, has, under its names: rulesets that dashboards export use
 * them. Each looks at the whole document, whatever node `given` leads to.
 */
export const vacuumFunctions: readonly RuleFunction[] = [
  allOfConflicts,
  ...exampleFunctions,
  ...infoFunctions,
  ...vacuumOperationFunctions,
  ...pathFunctions,
  schemaTypeCheck,
  ...vacuumSchemaFunctions,
  ...descriptionFunctions,
  ...textFunctions,
  /** From 3.1 on, keys beside a `$ref` count: there is nothing to find. */
  defineDocumentFunction('oasRefSiblings', () => []),
]
