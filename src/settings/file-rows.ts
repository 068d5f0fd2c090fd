import { z } from 'zod'
import { expected, shown, text } from './kinds.ts'
import type { Row } from './row.ts'

const versionRule = {
  error: (issue: { readonly input?: unknown }) => `must be 1, not ${shown(issue.input)}`,
}

export const version: Row<1> = {
  schema: () => z.literal(1, versionRule),
  hint: 'Write "version: 1", the version of this file\'s format.',
  isRequired: true,
}

/** Checked apart: each is a mapping of settings. */
export const profiles: Row<Record<string, unknown>> = {
  schema: () => z.record(z.string(), z.unknown(), expected('a mapping')),
  hint: 'Write the name of a profile and, under it, the settings that it changes.',
}

/** For editors, which find the JSON Schema of a JSON file by it. */
export const $schema: Row<string> = {
  schema: text,
  hint: 'Write the path of the JSON Schema for editors (gov config schema), or delete the key.',
}
