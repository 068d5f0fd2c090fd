import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { parseUrl } from '../../../core/text/url.ts'
import { print, printList } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'

interface ServerVariable {
  readonly default: string | undefined
  readonly enum: readonly string[] | undefined
}

type ServerVariables = ReadonlyMap<string, ServerVariable>

/**
 * The variables of a server's URL are described in `variables`, and those are used in the URL; each has a default,
 * which is one of its `enum`; and what may be put in their place makes a URL.
 */
export const serverVariables = defineFunction({
  name: 'serverVariables',
  run: (target, _options, context) => {
    const { url, variables: written } = isRecord(target) ? target : {}
    const variables = readVariables(written, context)
    if (typeof url !== 'string' || !variables)
      return [{ message: 'Server is not an object', path: context.path }]
    const used = [...new Set([...url.matchAll(/\{(.+?)\}/g)].map(([, name]) => name ?? ''))]
    const at = written === undefined ? context.path : [...context.path, 'variables']
    const missing = used.filter((name) => !variables.has(name))
    const faults = [...variables].flatMap(([name, variable]) =>
      used.includes(name)
        ? findDefaultFaults(name, variable, [...at, name])
        : [{ message: `URL has no variable \`${name}\``, path: [...at, name] }],
    )
    if (missing.length > 0) {
      return [
        { message: `\`variables\` does not define ${printList(missing)} of the URL`, path: at },
        ...faults,
      ]
    }
    return [...faults, ...(written === undefined ? [] : findUrlFaults(url, used, variables, at))]
  },
})

/** None where nothing is written; undefined where one of them is not valid. */
function readVariables(written: unknown, { deref }: FunctionContext): ServerVariables | undefined {
  const given = written === undefined ? {} : deref(written)
  if (!isRecord(given)) return undefined
  const variables = new Map<string, ServerVariable>()
  for (const [name, value] of Object.entries(given)) {
    const variable = readVariable(deref(value), deref)
    if (!variable) return undefined
    variables.set(name, variable)
  }
  return variables
}

function readVariable(value: unknown, deref: FunctionContext['deref']): ServerVariable | undefined {
  if (!isRecord(value) || !Object.keys(value).every(isKeyOfVariable)) return undefined
  const { default: fallback, description } = value
  if (description !== undefined && typeof description !== 'string') return undefined
  const values = deref(value.enum)
  if (fallback !== undefined && typeof fallback !== 'string') return undefined
  if (values === undefined) return { default: fallback, enum: undefined }
  if (!Array.isArray(values) || !values.every((item) => typeof item === 'string')) return undefined
  return { default: fallback, enum: values }
}

function isKeyOfVariable(key: string): boolean {
  return ['enum', 'default', 'description'].includes(key) || key.startsWith('x-')
}

function findDefaultFaults(name: string, variable: ServerVariable, path: Path): FunctionResult[] {
  if (variable.default === undefined) return [{ message: `Variable \`${name}\` has no default`, path }]
  if (!variable.enum || variable.enum.includes(variable.default)) return []
  const message = `Default of the variable \`${name}\` is not one of its enum`
  return [{ message, path: [...path, 'default'] }]
}

function findUrlFaults(
  url: string,
  used: readonly string[],
  variables: ServerVariables,
  path: Path,
): FunctionResult[] {
  if (used.length === 0) return []
  const values = used.map((name) => {
    const variable = variables.get(name)
    return variable?.enum ?? (variable?.default === undefined ? [] : [variable.default])
  })
  const broken: string[] = []
  for (const made of iterateSubstitutions(url, used, values)) {
    if (!parseUrl(made)) broken.push(made)
    if (broken.length === 5) break
  }
  if (broken.length === 0) return []
  return [{ message: `Variables can form an invalid URL: ${broken.map(print).join(', ')}`, path }]
}

/** More are not tried: the number grows with the product of the lists. */
const most = 1000

/** A template with every combination of values for its `{name}`s, up to a bound. */
function* iterateSubstitutions(
  template: string,
  names: readonly string[],
  values: readonly (readonly string[])[],
): Generator<string> {
  const total = values.reduce((product, list) => product * list.length, 1)
  for (let choice = 0; choice < Math.min(total, most); choice++) {
    let rest = choice
    const chosen = new Map<string, string>()
    for (const [index, list] of values.entries()) {
      chosen.set(names[index] ?? '', list[rest % list.length] ?? '')
      rest = Math.floor(rest / list.length)
    }
    yield template.replace(/\{(.+?)\}/g, (whole, name: string) => chosen.get(name) ?? whole)
  }
}
