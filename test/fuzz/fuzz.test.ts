import { expect, it } from 'vitest'
import { effort } from '../effort.ts'
import { oracles } from './oracles.ts'

const seed = Number(process.env.GOV_TEST_SEED ?? 20_261_120)

it.each(Object.entries(oracles))(`%s: no difference, seed ${seed}`, (_name, { run, quick }) => {
  const { counts, difference } = run(seed, quick * effort)
  expect(difference).toBeUndefined()
  // Cases of one kind only would compare nothing.
  expect(Object.keys(counts).length).toBeGreaterThan(1)
})
