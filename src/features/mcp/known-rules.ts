import { quiet } from '../../check/world.ts'
import { findRules } from '../explain/index.ts'
import type { ToolCall } from './tool.ts'

/** Throws GovError, usage: no known ruleset has a rule that fits one of these; `*` matches any characters. */
export async function requireKnownRules(
  rules: readonly string[],
  { requestFor, createWorld }: Pick<ToolCall, 'requestFor' | 'createWorld'>,
): Promise<void> {
  // What is read only for this may still be written.
  const own = quiet(createWorld())
  const { require } = await findRules(requestFor(), undefined, own)
  for (const rule of rules) require(rule)
}
