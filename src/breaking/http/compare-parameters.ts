import type { Finding } from '../breaking-change.ts'
import type { Parameter } from './parameters.ts'

export function compareParameters(
  base: ReadonlyMap<string, Parameter>,
  head: ReadonlyMap<string, Parameter>,
  operation: { readonly base: Finding['basePath']; readonly head: Finding['path'] },
): readonly Finding[] {
  const findings: Finding[] = []
  for (const [key, parameter] of head) {
    const before = base.get(key)
    const { name, in: place, isRequired, at } = parameter
    if (!isRequired || before?.isRequired === true) continue
    const [rule, what] = before
      ? ['breaking-parameter-became-required', 'is now required']
      : ['breaking-parameter-added', 'is new and required']
    const message = `the ${place} parameter \`${name}\` ${what}`
    findings.push({ rule, message, path: at.path, basePath: before?.at.path ?? operation.base })
  }
  return findings
}
