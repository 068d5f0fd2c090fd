import { resolve } from 'node:path'
import { type GovError, usageError } from '../model/errors.ts'
import { toFileFault } from '../model/file-fault.ts'
import type { Path } from '../model/location.ts'
import { problemsError, problemsOf } from './problems.ts'
import { checkValues } from './schema.ts'
import { type Secret, secret } from './secret.ts'
import type { Layer, Setting } from './settings.ts'
import { readSmallText } from './small-file.ts'
import { toLayer } from './to-layer.ts'
import { isToken } from './token-text.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentRequest {
  readonly env: Environment
  /** Absolute: what `GOV_TOKEN_FILE` is relative to. */
  readonly cwd: string
}

/** Each credential has a variable of its own, and a second one that names a file. */
export type TokenVariable = 'GOV_TOKEN' | 'GOV_ADMIN_TOKEN' | 'GOV_GATEWAY_TOKEN'

/**
 * What the environment sets: `GOV_URL`, `GOV_GATEWAY_URL`, `GOV_CA_FILE`, `GOV_CERT_FILE`, `GOV_KEY_FILE`, and the token in `GOV_TOKEN` or in the file that
 * `GOV_TOKEN_FILE` names. Throws GovError, usage; no message shows any of the token.
 */
export async function readEnvironment(request: EnvironmentRequest): Promise<Layer> {
  return { ...readValues(request.env), token: await readToken(request, 'GOV_TOKEN') }
}

function readValues(env: Environment): Layer {
  const [ca_file, cert_file, key_file] = [env.GOV_CA_FILE, env.GOV_CERT_FILE, env.GOV_KEY_FILE]
  const raw = {
    dashboard: { url: env.GOV_URL, ca_file, cert_file, key_file },
    gateway: { url: env.GOV_GATEWAY_URL },
  }
  const name = ([first, key]: Path) =>
    first === 'gateway' ? 'GOV_GATEWAY_URL' : `GOV_${String(key).toUpperCase()}`
  const checked = checkValues(raw)
  if (checked.success) return toLayer(checked.data, (path) => ({ source: 'environment', place: name(path) }))
  const problems = problemsOf(checked.error.issues, raw, 'environment-invalid', name)
  throw problemsError(problems, 'environment-invalid')
}

/**
 * The credential in `variable`, or in the file that `<variable>_FILE` names. One that is set to nothing is none: CI
 * systems do that where a secret is withheld. Throws GovError, usage; no message shows any of the credential.
 */
export async function readToken(
  { env, cwd }: EnvironmentRequest,
  variable: TokenVariable,
): Promise<Setting<Secret> | undefined> {
  const [fileVariable, literal, file] = [`${variable}_FILE`, env[variable], env[`${variable}_FILE`]]
  if (literal && file)
    throw tokenError(variable, 'token-ambiguous', `both ${variable} and ${fileVariable} are set`)
  if (literal) return tokenOf(literal, variable, variable, variable)
  if (!file) return undefined
  const text = await tokenText(file, cwd, variable)
  return tokenOf(text, variable, fileVariable, `the file that ${fileVariable} names`)
}

const mostTokenBytes = 64 * 1024

/** The name is not shown: a token may have been put there by mistake. A pipe will do, as shells make them. */
async function tokenText(file: string, cwd: string, variable: TokenVariable): Promise<string> {
  try {
    return await readSmallText(resolve(cwd, file), mostTokenBytes, { pipes: true })
  } catch (error) {
    const fault = toFileFault(error)
    throw tokenError(
      variable,
      `token-file-${fault.code}`,
      `the file that ${variable}_FILE names ${fault.message}`,
    )
  }
}

function tokenOf(text: string, variable: TokenVariable, place: string, name: string): Setting<Secret> {
  const token = text.replace(/\r?\n$/, '')
  if (token === '') throw tokenError(variable, 'token-invalid', `${name} is empty`)
  if (!isToken(token)) {
    throw tokenError(
      variable,
      'token-invalid',
      `${name} holds a blank, a line break or another character that no token has`,
    )
  }
  return { value: secret(token), origin: { source: 'environment', place } }
}

function tokenError(variable: TokenVariable, code: string, message: string): GovError {
  const hint = `Put the token, and nothing else, in ${variable} or in the file that ${variable}_FILE names.`
  return usageError(code, message, hint)
}
