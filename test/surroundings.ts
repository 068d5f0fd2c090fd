import fc from 'fast-check'

/** Properties meet the same cases in every run. `npm run task -- fuzz` gives another seed, to search for new ones. */
fc.configureGlobal({ seed: Number(process.env.GOV_TEST_SEED ?? 20_261_120) })

// Isolates tests from the developer's dashboard, token, proxy and git configuration, and from a git hook that runs them.
for (const name of Object.keys(process.env))
  if (/^GOV_(?!TEST_)|^GIT_|_proxy$/i.test(name)) delete process.env[name]
process.env.GIT_CONFIG_GLOBAL = '/dev/null'
process.env.GIT_CONFIG_NOSYSTEM = '1'
