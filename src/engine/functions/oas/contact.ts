import { isRecord } from '../../../core/model/record.ts'
import { quote } from '../../print.ts'
import { defineFunction } from '../define.ts'

const keys = ['name', 'url', 'email']

/** A contact has a name, a URL and an email address: one result for all that are missing, and one for each that is empty. */
export const oasContact = defineFunction({
  name: 'oasContact',
  checks: ['object'],
  run: (target, _options, { path }) => {
    if (!isRecord(target)) return []
    const missing = keys.filter((key) => target[key] === undefined)
    const empty = keys.filter((key) => target[key] !== undefined && !target[key])
    const none = { message: `Contact has no ${missing.map(quote).join(' and no ')}`, path }
    return [
      ...(missing.length > 0 ? [none] : []),
      ...empty.map((key) => ({ message: `Contact has an empty ${quote(key)}`, path: [...path, key] })),
    ]
  },
})
