import fc from 'fast-check'

/** In CI the properties meet the same cases every time; elsewhere they go on looking for new ones. */
if (process.env.CI) fc.configureGlobal({ seed: 20_261_120 })
