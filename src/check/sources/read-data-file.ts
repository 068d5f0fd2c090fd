import type { z } from 'zod'
import { parseNamed, parseShallow } from '../../core/document/parse-named.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Location, Path } from '../../core/model/location.ts'
import { placeText } from '../../core/text/places.ts'
import type { SourceNoun } from './source-file.ts'
import type { SourceReader } from './source-reader.ts'

/** A JSON or YAML file as `schema` has it. Throws GovError, usage, that names the file and the place. */
export async function readDataFile<Schema extends z.ZodType>(
  file: string,
  noun: SourceNoun,
  schema: Schema,
  { sources }: { readonly sources: Pick<SourceReader, 'read'> },
): Promise<z.infer<Schema>> {
  const { text, format } = await sources.read(file, noun)
  const document = parseNamed({ noun, name: file, format }, () => parseShallow(text, format))
  const invalid = (at: Location, path: Path, what: string) => {
    const where = path.length === 0 ? `the ${noun}` : path.join('.')
    const place = { file, line: at.start_line, column: at.start_char }
    const message = `${placeText(file, at)}: ${where}: ${what}`
    return usageError(`${noun}-invalid`, message, 'Fix the file there.', undefined, place)
  }
  const repeated = document.keyFaults().find(({ kind }) => kind === 'repeated')
  if (repeated)
    throw invalid(repeated.location, repeated.path, 'the key is duplicated, and only the last would count')
  const checked = schema.safeParse(document.value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = (issue?.path ?? []).map((step) => (typeof step === 'symbol' ? String(step) : step))
  throw invalid(document.locate(path), path, issue?.message ?? 'it is not valid')
}
