import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'

/** What the text of a file leads to if it is that of a symbolic link, which git checks out as text where links are not made. */
export async function linkTarget(path: string, text: string): Promise<Stats | undefined> {
  // An editor may have ended the line.
  const [, way] = /^([^\0\r\n]{1,1000})\r?\n?$/.exec(text) ?? []
  if (way === undefined || isAbsolute(way)) return undefined
  return stat(resolve(dirname(path), way)).catch(() => undefined)
}
