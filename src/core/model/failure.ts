import { z } from 'zod'
import { type ErrorExitCode, exitCodes } from './errors.ts'
import { type Inferred, text } from './schema.ts'

const { pass: _pass, policy: _policy, ...errors } = exitCodes
export const errorExitCode = z.literal(Object.values<ErrorExitCode>(errors))

export const failure = z
  .object({
    code: text.describe('Stable from version to version.'),
    message: text,
    hint: text,
    exit_code: errorExitCode,
  })
  .meta({ id: 'Failure', description: 'Why the gate could not decide.' })
export type Failure = Inferred<typeof failure>
