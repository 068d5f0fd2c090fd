import { resolve } from 'node:path'
import type { Path } from '../../model/location.ts'
import { pathsIn } from '../paths.ts'
import { dottedName, type Problem } from '../problems.ts'
import type { Layer } from '../setting.ts'
import { type Fence, fenceFault } from './fence.ts'

/** The paths of a layer, which are relative to `folder`, that lead out of the fence. `root` is where the file has the layer. */
export async function pathProblems(
  layer: Layer,
  root: Path,
  folder: string,
  fence: Fence,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { at, path, use } of pathsIn(layer)) {
    const fault = await fenceFault(resolve(folder, path), fence, use)
    if (fault !== undefined) problems.push(problem([...root, ...at], path, fault))
  }
  return problems
}

function problem(path: Path, file: string, fault: string): Problem {
  return {
    code: 'config-path-outside',
    path,
    message: `${dottedName(path)} ${JSON.stringify(file)} ${fault}`,
    hint: 'Use a path inside it. If you trust the config, --trust-paths allows any path.',
  }
}
