import { resolve } from 'node:path'
import { sourceOf } from '../source-file.ts'
import { createSourceReader, type SourceReader } from '../source-reader.ts'
import { noFile, type Stamp } from '../stamp.ts'
import type { OpenTexts } from './open-texts.ts'

/** Reads files as they are in an editor, where they are open there. */
export function liveReader(folder: string, openTexts: OpenTexts): SourceReader {
  const disk = createSourceReader(folder)
  const { cwd } = disk
  const stamps = new Map<string, Stamp>()
  const opened = (file: string) => {
    const path = resolve(cwd, file)
    const found = openTexts(path)
    if (found) stamps.set(path, found.stamp)
    return found
  }
  const noteStamp = (file: string) => stamps.set(resolve(cwd, file), disk.stampOf(file) ?? noFile)
  return {
    ...disk,
    isOnDisk: false,
    stamps,
    stampOf: (file) => stamps.get(resolve(cwd, file)),
    note: async (file) => {
      const found = opened(file)
      return found ? found.stamp : disk.note(file).finally(() => noteStamp(file))
    },
    read: async (file, noun) => {
      const found = opened(file)
      if (found) return sourceOf(file, new TextEncoder().encode(found.text), noun)
      return disk.read(file, noun).finally(() => noteStamp(file))
    },
  }
}
