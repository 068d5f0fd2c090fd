import { badRequest } from './envelope.ts'

/** No record has any use for more, and what is deeper could not be written back. */
const mostLevels = 100

/** Refuses with 400 what is nested deeper than a record may be, and the one key that a record would lose. */
export function requireShallow(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels)
      throw badRequest(`Request body malformed: it is nested deeper than ${mostLevels} levels`)
    if (level.some((each) => Object.hasOwn(Object(each), '__proto__')))
      throw badRequest('Request body malformed: __proto__ is not a key')
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
}
