import type { Path } from '../core/model/location.ts'
import { holdsCredentials } from './dashboard-url.ts'
import { dottedName, type Problem } from './problems.ts'

const secretKeyPattern =
  /token|secret|passw|passphrase|apikey|accesskey|privatekey|authorization|adminauth|credential|bearer/

const hint =
  'Delete it here, revoke the secret if it was real, and set the new one in GOV_TOKEN or GOV_TOKEN_FILE.'

/**
 * Finds what is wrong with a source whatever its rows say: keys that name a secret, addresses with
 * credentials, and each key `__proto__`, which validation would silently skip. Never shows a value.
 */
export function findForbidden(value: unknown): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<unknown>()
  const visit = (node: unknown, path: Path): void => {
    if (typeof node === 'string' && holdsCredentials(node)) problems.push(createCredentialsProblem(path))
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    for (const [key, child] of Object.entries(node)) {
      const own = [...path, Array.isArray(node) ? Number(key) : key]
      if (key === '__proto__') problems.push(createLostKeyProblem(own))
      else if (namesSecret(key) && !isOwnName(path)) problems.push(createSecretProblem(own))
      else visit(child, own)
    }
  }
  visit(value, [])
  return problems
}

function createLostKeyProblem(path: Path): Problem {
  return { code: 'config-invalid', path, message: 'unknown key "__proto__"', hint: 'Delete it.' }
}

/** The ids of rulesets and the names of profiles are the user's own, and may well be about tokens. */
function isOwnName(path: Path): boolean {
  if (path.length === 1 && path[0] === 'profiles') return true
  const [first, second, ...others] = path[0] === 'profiles' ? path.slice(2) : path
  return first === 'policy' && second === 'rulesets' && others.length === 0
}

function namesSecret(key: string): boolean {
  return secretKeyPattern.test(key.toLowerCase().replaceAll(/[^a-z]/g, ''))
}

function createSecretProblem(path: Path): Problem {
  const message = `${JSON.stringify(path.at(-1))}: secrets are not allowed in the config`
  return { code: 'config-secret', path, message, hint }
}

function createCredentialsProblem(path: Path): Problem {
  const message = `${dottedName(path)} must not contain a user name or password`
  return { code: 'config-secret', path, message, hint }
}
