import type { AttackedService } from './service.ts'

/** Something that is done to the service, and what it must say to it. */
export interface Attack {
  readonly name: string
  /** Sends it, and gives each answer as its status and message, such as `400 The request body is empty`. */
  readonly send: (service: AttackedService) => Promise<readonly string[]>
  /** What every answer must match. */
  readonly answer: RegExp
  /** It takes as long as a limit of the service, or seconds of a whole processor: left to `npm run task -- attacks`. */
  readonly isLong?: boolean
  /** Nothing but the time limit of an evaluation ends it. */
  readonly isEndless?: boolean
}
