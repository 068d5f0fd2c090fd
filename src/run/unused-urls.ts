import type { Layer } from '../settings/setting.ts'
import type { World } from './world.ts'

/** Says that the environment overrides an address of the config: its author may believe that it is asked. */
export function tellUnusedUrls(environment: Layer, config: Layer | undefined, { observe }: World): void {
  for (const name of ['dashboard.url', 'gateway.url'] as const) {
    const [used, unused] = [environment[name], config?.[name]]
    if (used === undefined || unused === undefined || used.value === unused.value) continue
    observe.note(`${used.origin.place} overrides ${name} (${unused.origin.place})`)
  }
}
