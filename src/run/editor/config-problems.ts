import { basename, relative } from 'node:path'
import { configSourceOf } from '../../settings/load/read-config-source.ts'
import { type ConfigFinding, inspectConfigFile } from '../config/inspect-config-file.ts'
import type { World } from '../world.ts'
import { type FileProblem, problemOf, withoutPlace } from './file-problem.ts'

/** What `gov config validate` says of a config whose text is `text`. `file` is absolute. */
export async function configProblems(
  file: string,
  text: string,
  trustPaths: boolean | undefined,
  world: Pick<World, 'cwd' | 'now' | 'sources'>,
): Promise<readonly FileProblem[]> {
  const name = relative(world.cwd, file) || basename(file)
  try {
    const source = configSourceOf(text, file, name, 'config')
    const findings = await inspectConfigFile({ file, name, source }, trustPaths, world)
    return findings.map((finding) => asProblem(finding, name))
  } catch (error) {
    return [problemOf(error, name)]
  }
}

function asProblem({ code, severity, message, hint, at }: ConfigFinding, name: string): FileProblem {
  const { line, column } = at ?? placeIn(message, name)
  return { code, severity, message: `${withoutPlace(message, name)}\n${hint}`, line, column }
}

function placeIn(message: string, name: string): { readonly line?: number; readonly column?: number } {
  if (!message.startsWith(`${name}:`)) return {}
  const [, line, column] = /^(\d+):(\d+): /.exec(message.slice(name.length + 1)) ?? []
  return line === undefined ? {} : { line: Number(line), column: Number(column) }
}
