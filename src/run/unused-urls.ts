import type { Layer } from '../settings/settings.ts'
import { oneLine } from '../text/sanitize.ts'
import type { Context } from './context.ts'

/** Says that the environment puts an address of the config aside: its author may believe that it is asked. */
export async function tellUnusedUrls(
  environment: Layer,
  config: Layer | undefined,
  { io }: Context,
): Promise<void> {
  for (const name of ['dashboard.url', 'gateway.url'] as const) {
    const [used, unused] = [environment[name], config?.[name]]
    if (used === undefined || unused === undefined || used.value === unused.value) continue
    const text = `note: ${used.origin.place} is used, and not ${name} of the config (${unused.origin.place})`
    await io.stderr.write(`${oneLine(text)}\n`)
  }
}
