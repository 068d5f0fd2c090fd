import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/** Throws what of a value does not fit a JSON Schema. */
export function checkerOf(schema: object): (value: unknown) => void {
  const isNew = JSON.stringify(schema).includes('draft/2020-12')
  const ajv = new (isNew ? Ajv2020 : Ajv)({ strict: false, allErrors: false })
  ajvFormats.default(ajv)
  const validate = ajv.compile(schema)
  return (value) => {
    if (!validate(value)) throw new Error(ajv.errorsText(validate.errors))
  }
}
