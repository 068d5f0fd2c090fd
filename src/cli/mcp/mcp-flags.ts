import type { AskFlags, PolicyFlags } from '../flags/ask-flags.ts'

export interface McpFlags extends AskFlags, PolicyFlags {
  readonly allowWrite?: boolean
  readonly base?: string
}
