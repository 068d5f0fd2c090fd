import type { AskFlags, PolicyFlags } from '../flags/ask-flags.ts'

export type LspFlags = AskFlags & PolicyFlags
