import { expect, it } from 'vitest'
import { effort } from '../effort.ts'
import { oracles } from './oracles.ts'

const seed = process.env.CI ? 20_261_120 : Math.floor(Math.random() * 2 ** 31)

it.each(Object.entries(oracles))(`%s: no difference, seed ${seed}`, (_name, { run, quick }) => {
  const { counts, difference } = run(seed, quick * effort)
  expect(difference).toBeUndefined()
  // Cases of one kind only would compare nothing.
  expect(Object.keys(counts).length).toBeGreaterThan(1)
})
