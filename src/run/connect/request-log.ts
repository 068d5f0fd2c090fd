import type { RequestLog } from '../../dashboard/request-log.ts'
import type { Observer } from '../world.ts'
import type { LogLevel } from './dashboard.ts'

/** The log that `level` asks for. */
export function requestLog(
  level: LogLevel | undefined,
  conceal: (text: string) => string,
  { log }: Observer,
): RequestLog | undefined {
  return level === undefined ? undefined : { write: log, bodies: level === 'bodies', conceal }
}
