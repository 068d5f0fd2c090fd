import { resolve } from 'node:path'
import type { Path } from '../model/location.ts'
import { type Fence, fenceFault } from './fence.ts'
import { dottedName, type Problem } from './problems.ts'
import type { ConfigValues } from './schema.ts'

interface NamedPath {
  readonly path: Path
  readonly file: string
  readonly use: 'read' | 'write'
}

/** Every file and folder that a config may name. A key that names another one belongs in this list. */
function pathsOf(values: ConfigValues): NamedPath[] {
  const { dashboard, definitions = [], ruleset_files = [], baseline, reports = [] } = values
  const read = (file: string | undefined, ...path: Path): NamedPath[] =>
    file === undefined ? [] : [{ path, file, use: 'read' }]
  return [
    ...read(dashboard?.workspace, 'dashboard', 'workspace'),
    ...read(dashboard?.ca_file, 'dashboard', 'ca_file'),
    ...read(dashboard?.cert_file, 'dashboard', 'cert_file'),
    ...read(dashboard?.key_file, 'dashboard', 'key_file'),
    ...definitions.flatMap(({ file }, index) => read(file, 'definitions', index)),
    ...ruleset_files.flatMap((file, index) => read(file, 'ruleset_files', index)),
    ...read(baseline, 'baseline'),
    ...reports.map(({ output }, index) => ({
      path: ['reports', index],
      file: output,
      use: 'write' as const,
    })),
  ]
}

/** What of the paths of a config, which are relative to `folder`, leads out of the fence. */
export async function pathProblems(values: ConfigValues, folder: string, fence: Fence): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { path, file, use } of pathsOf(values)) {
    const fault = await fenceFault(resolve(folder, file), fence, use)
    if (fault !== undefined) problems.push(problem(path, file, fault))
  }
  return problems
}

function problem(path: Path, file: string, fault: string): Problem {
  return {
    code: 'config-path-outside',
    path,
    message: `${dottedName(path)} ${JSON.stringify(file)} ${fault}`,
    hint: 'Name what is inside; --trust-paths lets a config that you trust name any file.',
  }
}
