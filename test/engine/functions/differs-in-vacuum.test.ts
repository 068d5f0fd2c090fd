import { expect, it } from 'vitest'
import { differsInVacuum } from '../../../src/engine/functions/vacuum/differences.ts'

it.each([
  ['truthy', true],
  ['owaspCheckErrorResponse', true],
  ['oasOpIdUnique', true],
  ['xor', false],
  ['owaspNoBasicAuth', false],
  ['constructor', false],
])('%s differs in vacuum: %s', (name, differs) => expect(differsInVacuum(name)).toBe(differs))
