import packageJson from '../../../package.json' with { type: 'json' }
import { usageError } from '../../model/errors.ts'
import type { World } from '../world.ts'
import { type Finding, failed, good } from './finding.ts'

export function nodeFinding({ nodeVersion, version }: Pick<World, 'nodeVersion' | 'version'>): Finding {
  const needed = packageJson.engines.node.replace(/^>=/, '')
  const used = nodeVersion.replace(/^v/, '')
  if (isAtLeast(used, needed)) return good('node', `Node ${used}, gov ${version}`)
  const message = `Node ${used} is older than gov ${version} needs`
  return failed('node', usageError('node-too-old', message, `Install Node ${needed} or later.`))
}

function isAtLeast(version: string, least: string): boolean {
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbers(version), numbers(least)]
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function numbers(version: string): number[] {
  return version.split('.').map(Number)
}
