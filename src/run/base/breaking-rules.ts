import type { BreakingRule } from '../../breaking/breaking-change.ts'
import { breakingRules as rulesOfDefinitions } from '../../breaking/rules/index.ts'

/** A whole definition is no longer there: no comparison of two versions finds that. */
export const definitionRemoved: BreakingRule = {
  id: 'breaking-definition-removed',
  severity: 'error',
  title: 'A definition was removed',
  why: 'Nothing says any longer what its clients can rely on, and the API that it describes is probably gone.',
  fix: 'Keep the file until its clients have moved. If it was only renamed, keep its title or most of its content in that change.',
  example: { before: '# pets.yaml\nopenapi: 3.1.0\npaths: {}', after: '# There is no pets.yaml.' },
}

/** Every rule that an issue of `gov:breaking` can have. */
export const breakingRules: readonly BreakingRule[] = [definitionRemoved, ...rulesOfDefinitions]
