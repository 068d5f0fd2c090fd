import type { CheckRequest } from '../../check/check-request.ts'
import { createSourcesOn } from '../../check/sources.ts'
import { type Env, unattended, type World } from '../../check/world.ts'
import type { Versions } from '../../core/document/versions/versions.ts'
import { type AskFlags, checkRequest, type PolicyFlags } from '../../terminal/flags/ask-flags.ts'
import { liveReader, type OpenTexts } from './live/live-reader.ts'

export type LspFlags = AskFlags & PolicyFlags

/** What every run of the server starts from. */
export interface Surroundings {
  /** A check request with the flags of `gov lsp`, for these files. */
  readonly requestFor: (files: readonly string[]) => CheckRequest
  /** The world of one run in `cwd`: it reads unsaved text from the editor, and ends with `signal` or the server. */
  readonly worldIn: (cwd: string, signal?: () => AbortSignal) => World
}

/** What a thread needs to have the same surroundings. */
export interface SurroundingsInput {
  readonly flags: LspFlags
  readonly env: Env
  readonly version: string
  readonly nodeVersion: string
}

export function createSurroundings(
  { flags, env, version, nodeVersion }: SurroundingsInput,
  openText: OpenTexts,
  log: (text: string) => void,
  ended: AbortSignal,
  versions?: Map<string, Versions>,
): Surroundings {
  const observe = { warning: log, note: () => {}, log }
  const now = () => new Date()
  return {
    requestFor: (files) => checkRequest(flags, env, files),
    worldIn: (cwd, signal = () => ended) => {
      const sources = createSourcesOn(liveReader(cwd, openText, versions))
      return unattended({ env, version, nodeVersion, now, cwd, sources, observe }, signal)
    },
  }
}
