/**
 * How much properties, long strings and attacks do: 1, unless `GOV_TEST_EFFORT` says otherwise, for `npm test` and `npm run
 * verify`.
 */
export const effort = Number(process.env.GOV_TEST_EFFORT ?? 1)
