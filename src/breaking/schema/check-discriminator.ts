import { propertyIn } from '../discriminators.ts'
import type { Compared } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** The property that tells which alternative a value is. One that was always there may become it. */
export function checkDiscriminator({ base, head, within, allowed, use, report }: Compared): void {
  const propertyOf = (view: SchemaView) => propertyIn(view.first('discriminator'))
  const wanted = propertyOf(allowed)
  if (wanted === undefined || propertyOf(within) === wanted || within.required.has(wanted)) return
  const [before, after] = [base, head].map((view) => propertyOf(view) ?? 'none')
  const message = `had the discriminator ${before} and now has ${after}`
  report(`breaking-${use.direction}-discriminator-changed`, message)
}
