import { dirname, join, normalize, resolve, sep } from 'node:path'
import { usageError } from '../../model/errors.ts'
import type { LocalFiles } from '../../service/http/app-options.ts'
import type { SourceReader } from '../source-reader.ts'

export type ReferencedSources = Pick<SourceReader, 'cwd' | 'read' | 'realPath'>

/**
 * The files that local definitions refer to. A definition reaches what is in its own folder and the folders in it,
 * and nothing else, whichever way `..` or a link leads: who writes a definition may not choose what is read.
 */
export function localFiles({ cwd, read, realPath }: ReferencedSources): LocalFiles {
  return {
    readerFor: (definition) => {
      const own = normalize(definition)
      const folder = resolve(cwd, dirname(own))
      return async (reference, from) => {
        const name = join(dirname(from), reference)
        if (name === own) return { name: definition, text: '' }
        if (!isInside(resolve(cwd, name), folder)) throw outside(name)
        const real = await realPath(resolve(cwd, name))
        if (real !== undefined && !isInside(real, (await realPath(folder)) ?? folder)) throw outside(name)
        return { name, text: (await read(name, 'definition')).text }
      }
    },
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function outside(name: string): Error {
  return usageError(
    'reference-outside',
    `${name} is outside the definition's folder, so it was not read`,
    "Keep referenced files in the definition's folder.",
  )
}
