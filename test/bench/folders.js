import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const benchRoot = import.meta.dirname
export const projectRoot = resolve(benchRoot, '../..')

/** A folder for this run, gone when the process ends. Tools run in it, so that no config of a project is found. */
export function createScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'gov-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
