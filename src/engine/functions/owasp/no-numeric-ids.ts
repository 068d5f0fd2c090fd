import { isRecord } from '../../../model/record.ts'
import { followRefs } from '../../refs.ts'
import { noOptions } from '../no-options.ts'
import { perDocument } from '../per-document.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { hasType } from './define-schema-function.ts'
import { partsOf } from './parts.ts'

const following = perDocument(followRefs)

/** The schema of a parameter whose name ends in `id`, in any case, is not of type integer. */
export const owaspNoNumericIds = defineDocumentFunction('owaspNoNumericIds', noOptions, (document) =>
  partsOf(document, 'parameter').flatMap(({ value, path }) => {
    if (typeof value.name !== 'string' || !/id$/i.test(value.name)) return []
    const schema = following(document)?.(value.schema)?.value ?? value.schema
    if (!isRecord(schema) || !hasType(schema, 'integer')) return []
    const message = `the id "${value.name}" is a number, which can be guessed: use a random id such as a UUID`
    return [{ message, path: [...path(), 'schema', 'type'] }]
  }),
)
