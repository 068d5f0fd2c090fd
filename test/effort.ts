/**
 * How much properties, long strings and attacks do: 1 in `npm test`. `GOV_TEST_EFFORT=5 npm test` makes them five times
 * as large.
 */
export const effort = Number(process.env.GOV_TEST_EFFORT ?? 1)
