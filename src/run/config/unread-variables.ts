import { suggest } from '../../text/suggest.ts'
import type { World } from '../world.ts'

/** Options of a check that the table of settings does not have. */
const others = ['--config', '--base', '--strictness']

/**
 * Warns of variables named like an option, or nearly like one that is read: who sets one believes that it counts. One that
 * resembles nothing may be for another program.
 */
export async function tellUnreadVariables({ env, observe }: Pick<World, 'env' | 'observe'>): Promise<void> {
  const given = Object.keys(env).filter((name) => name.startsWith('GOV_') && !name.startsWith('GOV_INPUT_'))
  if (given.length === 0) return
  const [{ environmentVariables }, { longOf }, { settingNames, table }] = await Promise.all([
    import('../../settings/environment-variables.ts'),
    import('../../settings/flags.ts'),
    import('../../settings/table.ts'),
  ])
  const read = environmentVariables.map(([name]) => name).filter((name) => name.startsWith('GOV_'))
  const flags = [
    ...settingNames.flatMap((name) => (table[name].flag ? [longOf(table[name].flag)] : [])),
    ...others,
  ]
  for (const name of given.filter((each) => !read.includes(each))) {
    const flag = `--${name.slice('GOV_'.length).toLowerCase().replaceAll('_', '-')}`
    const meant = suggest(name, read, 2)
    if (flags.includes(flag)) observe.warning(`gov does not read ${name}: pass ${flag}`)
    else if (meant !== undefined) observe.warning(`gov does not read ${name}; did you mean ${meant}?`)
  }
}
