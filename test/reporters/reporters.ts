import type { Format } from '../../src/core/model/formats.ts'
import { formats } from '../../src/core/model/formats.ts'
import { loadReporter } from '../../src/reporters/index.ts'
import type { Reporter } from '../../src/reporters/reporter.ts'

const loaded = await Promise.all(
  formats.map(async (format): Promise<[Format, Reporter]> => [format, await loadReporter(format)]),
)

/** Every reporter, loaded. */
export const reporters = Object.fromEntries(loaded) as Record<Format, Reporter>
