import { resolve } from 'node:path'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { toFileFault } from '../../core/model/file-fault.ts'
import { readLayer } from '../../settings/read-layer.ts'
import { isToken, type Secret, secret } from '../../settings/secret.ts'
import type { Layer, Setting } from '../../settings/setting.ts'
import { isSettingName, settingNames, settingTable, type TokenVariable } from '../../settings/table.ts'
import type { Env, World } from '../world.ts'
import { readSmallText } from './read-config-source.ts'

/** `GOV_TOKEN_FILE` is relative to `cwd`. */
type Surroundings = Pick<World, 'env' | 'cwd'>

/** Reads what the environment sets: the variables of the table, and the token. Throws GovError, usage; no message shows the token. */
export async function readEnvironment(world: Surroundings): Promise<Layer> {
  const token = await readToken(world, 'GOV_TOKEN')
  return { ...readVariables(world.env), ...(token && { token }) }
}

/** Checks what variables set, credentials left out. Throws GovError `environment-invalid`, which names every bad variable. */
function readVariables(env: Env): Layer {
  const given = new Map(
    settingNames.flatMap((name) => {
      const { variable, isSecret } = settingTable[name]
      return variable === undefined || isSecret ? [] : [[name, env[variable]] as const]
    }),
  )
  const renderName = (path: readonly (string | number)[]) => {
    const name = path.join('.')
    return (isSettingName(name) ? settingTable[name].variable : undefined) ?? name
  }
  const wording = { code: 'environment-invalid', renderName, groups: new Map() }
  return readLayer(given, wording, (path) => ({ source: 'environment', place: renderName(path) }))
}

/**
 * The credential in `variable`, or in the file that `<variable>_FILE` names. An empty variable counts as unset: CI
 * systems set one where a secret is withheld. Throws GovError, usage; no message shows any of the credential.
 */
export async function readToken(
  { env, cwd }: Surroundings,
  variable: TokenVariable,
): Promise<Setting<Secret> | undefined> {
  const [fileVariable, literal, file] = [`${variable}_FILE`, env[variable], env[`${variable}_FILE`]]
  if (literal && file)
    throw tokenError(variable, 'token-ambiguous', `both ${variable} and ${fileVariable} are set`)
  if (literal) return getToken(literal, variable, variable, variable)
  if (!file) return undefined
  const text = await readTokenFile(file, cwd, variable)
  return getToken(text, variable, fileVariable, `the file that ${fileVariable} names`)
}

const maxTokenBytes = 64 * 1024

/** The name is not shown: a token may have been put there by mistake. A pipe will do, as shells make them. */
async function readTokenFile(file: string, cwd: string, variable: TokenVariable): Promise<string> {
  try {
    return await readSmallText(resolve(cwd, file), maxTokenBytes, { pipes: true })
  } catch (error) {
    const fault = toFileFault(error)
    const message = `the file that ${variable}_FILE names ${fault.message}`
    throw tokenError(variable, `token-file-${fault.code}`, message)
  }
}

function getToken(text: string, variable: TokenVariable, place: string, name: string): Setting<Secret> {
  const token = text.replace(/\r?\n$/, '')
  if (token === '') throw tokenError(variable, 'token-invalid', `${name} is empty`)
  if (!isToken(token))
    throw tokenError(variable, 'token-invalid', `${name} contains whitespace or another invalid character`)
  return { value: secret(token), origin: { source: 'environment', place } }
}

function tokenError(variable: TokenVariable, code: string, message: string): GovError {
  const hint = `Put only the token in ${variable} or in the file that ${variable}_FILE names.`
  return usageError(code, message, hint)
}
