import { suggest } from '../core/text/suggest.ts'
import { environmentVariables } from '../settings/environment-variables.ts'
import { getLongFlag } from '../settings/flags.ts'
import { settingNames, table } from '../settings/table.ts'
import type { World } from './world.ts'

const prefix = 'GOV_'
/** Options of a check that the table of settings does not have. */
const others = ['--config', '--base', '--strictness']

/**
 * Warns of variables named like an option, or nearly like one that is read: who sets one believes that it counts. One that
 * resembles nothing may be for another program.
 */
export function tellUnreadVariables({ env, observe }: Pick<World, 'env' | 'observe'>): void {
  const given = Object.keys(env).filter((name) => name.startsWith(prefix) && !name.startsWith('GOV_INPUT_'))
  const read = environmentVariables.flatMap(([name]) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  )
  const flags = [
    ...settingNames.flatMap((name) => (table[name].flag ? [getLongFlag(table[name].flag)] : [])),
    ...others,
  ]
  // What all of them begin with says nothing of what was meant.
  for (const name of given.map((each) => each.slice(prefix.length)).filter((each) => !read.includes(each))) {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`
    const meant = suggest(name, read, 2)
    const says = `gov does not read ${prefix}${name}`
    if (flags.includes(flag)) observe.warning(`${says}: pass ${flag}`)
    else if (meant !== undefined) observe.warning(`${says}; did you mean ${prefix}${meant}?`)
  }
}
