import { isRecord } from '../../model/record.ts'
import type { Compared } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** The property that tells which alternative a value is. One that was always there may become it. */
export function checkDiscriminator({ base, head, within, allowed, use, report }: Compared): void {
  const wanted = discriminatorOf(allowed)
  if (wanted === undefined || discriminatorOf(within) === wanted || within.required.has(wanted)) return
  const [before, after] = [base, head].map((view) => discriminatorOf(view) ?? 'none')
  const message = `had the discriminator ${before} and now has ${after}`
  report(`breaking-${use.direction}-discriminator-changed`, message)
}

/** In 2.0, it is the property itself. */
function discriminatorOf(view: SchemaView): string | undefined {
  const found = view.first('discriminator')
  const name = isRecord(found) ? found.propertyName : found
  return typeof name === 'string' ? name : undefined
}
