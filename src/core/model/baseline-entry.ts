import { z } from 'zod'
import { type Inferred, text } from './schema.ts'

/** The owner of an issue: a saved API, or a local definition, by its file if it has no id of its own. */
const subject = z.union([z.object({ api_id: text }), z.object({ file: text })])
export type Subject = Inferred<typeof subject>

/** `part`: the file that it is in, where that is not the definition itself. `pointer`: where a key of the path holds a dot. */
const place = {
  part: text.optional(),
  ruleset_id: text,
  rule_id: text,
  path: text,
  pointer: text.optional(),
  message: text,
}

/** An issue is the same in two runs whatever its line and however often it occurs. */
const identity = subject.and(z.object(place))
export type Identity = Inferred<typeof identity>

/** `used_by`: the paths that share the operation; a path that is not in it is a new issue. */
const entry = z.object({ ...place, used_by: z.array(text).optional(), _id: text })

/** An issue that was known before. */
export const baselineEntry = subject.and(entry)
export type BaselineEntry = Inferred<typeof baselineEntry>

/** A baseline's entry accepts these keys and no others. */
export const writtenEntry = z.union(
  subject.options.map((whose) => z.strictObject({ ...whose.shape, ...entry.shape })),
)
