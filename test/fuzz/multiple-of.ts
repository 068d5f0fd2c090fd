/** `multipleOf` against decimal arithmetic, from numbers as a document writes them. */
import fc from 'fast-check'
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { oracle } from './oracle.ts'

interface Decimal {
  readonly mantissa: number
  readonly exponent: number
}

/** Up to 15 digits, which a double keeps. */
const decimal = (smallest: number, largest: number, places: number) =>
  fc.record<Decimal>({
    mantissa: fc.integer({ min: smallest, max: largest }),
    exponent: fc.integer({ min: -places, max: places }),
  })
const factor = fc.integer({ min: 1, max: 1e6 })
const cases = fc.record({
  instance: decimal(-999_999_999, 999_999_999, 25),
  step: decimal(1, 999_999, 12),
  factor: fc.option(factor),
})

const numberOf = ({ mantissa, exponent }: Decimal) => Number(`${mantissa}e${exponent}`)
const scaled = ({ mantissa, exponent }: Decimal) => BigInt(mantissa) * 10n ** BigInt(exponent + 40)

export const run = oracle(cases, ({ instance, step, factor: times }) => {
  const given = times === null ? instance : { ...step, mantissa: step.mantissa * times }
  const [number, multipleOf] = [numberOf(given), numberOf(step)]
  const expected = scaled(given) % scaled(step) === 0n
  if ((compileSchema({ multipleOf })(number).length === 0) !== expected)
    throw new Error(`${number} is ${expected ? '' : 'not '}a multiple of ${multipleOf}`)
  return expected ? 'multiple' : 'other'
})
