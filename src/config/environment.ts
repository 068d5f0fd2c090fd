import { type GovError, usageError } from '../errors.ts'
import { toFileFault } from '../file-fault.ts'
import type { Path } from '../model.ts'
import { readTokenFile } from './load.ts'
import { problemsError, problemsOf } from './problems.ts'
import { valuesSchema } from './schema.ts'
import { type Secret, secret } from './secret.ts'
import type { Layer, Setting } from './settings.ts'
import { toLayer } from './to-layer.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentRequest {
  readonly env: Environment
  /** Absolute: what `GOV_TOKEN_FILE` is relative to. */
  readonly cwd: string
}

const tokenHint = 'Put the token, and nothing else, in GOV_TOKEN or in the file that GOV_TOKEN_FILE names.'

/**
 * What the environment sets: `GOV_URL`, and the token in `GOV_TOKEN` or in the file that `GOV_TOKEN_FILE` names.
 * A variable that is set to nothing is an error, except the token's: CI systems set it to nothing where a secret is
 * withheld, and there is no token then. Throws GovError, usage; no message shows any of the token.
 */
export async function readEnvironment({ env, cwd }: EnvironmentRequest): Promise<Layer> {
  return { ...readUrl(env.GOV_URL), token: await readToken(env, cwd) }
}

function readUrl(url: string | undefined): Layer {
  const raw = { dashboard: { url } }
  const name = (_path: Path) => 'GOV_URL'
  const checked = valuesSchema.safeParse(raw)
  if (checked.success) return toLayer(checked.data, () => ({ source: 'environment', place: 'GOV_URL' }))
  const problems = problemsOf(checked.error.issues, raw, 'environment-invalid', name)
  throw problemsError(problems, 'environment-invalid')
}

async function readToken(env: Environment, cwd: string): Promise<Setting<Secret> | undefined> {
  const { GOV_TOKEN: literal, GOV_TOKEN_FILE: file } = env
  if (literal && file) throw tokenError('token-ambiguous', 'both GOV_TOKEN and GOV_TOKEN_FILE are set')
  if (literal) return tokenOf(literal, 'GOV_TOKEN', 'GOV_TOKEN')
  if (file) return tokenOf(await tokenText(file, cwd), 'GOV_TOKEN_FILE', `GOV_TOKEN_FILE: ${file}`)
  return undefined
}

async function tokenText(file: string, cwd: string): Promise<string> {
  try {
    return await readTokenFile(cwd, file)
  } catch (error) {
    const fault = toFileFault(error)
    throw tokenError(`token-file-${fault.code}`, `GOV_TOKEN_FILE: ${file} ${fault.message}`)
  }
}

/** A line break or a blank in a header's value could add a header of its own. */
function tokenOf(text: string, place: string, name: string): Setting<Secret> {
  const token = text.replace(/\r?\n$/, '')
  if (token === '') throw tokenError('token-invalid', `${name} is empty`)
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw tokenError(
      'token-invalid',
      `${name} holds a blank, a line break or another character that no token has`,
    )
  }
  return { value: secret(token), origin: { source: 'environment', place } }
}

function tokenError(code: string, message: string): GovError {
  return usageError(code, message, tokenHint)
}
