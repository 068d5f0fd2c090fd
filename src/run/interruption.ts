import { GovError } from '../model/errors.ts'

const hint = 'Nothing was decided. Run it again.'

/** What ends a run at Ctrl-C, or at a caller's wish. */
export function interrupted(): GovError {
  return new GovError('interrupted', 'interrupted', 'interrupted', hint)
}

export function terminated(): GovError {
  return new GovError('terminated', 'terminated', 'terminated', hint)
}
