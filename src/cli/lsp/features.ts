import { authoredDiagnostics } from './authored-diagnostics.ts'
import { codeActions } from './code-actions.ts'
import { definitionDiagnostics } from './definition-diagnostics.ts'
import { exampleDiagnostics } from './example-diagnostics.ts'
import type { Feature } from './feature.ts'
import { hover } from './hover.ts'

/** What the server does. */
export const features: readonly Feature[] = [
  definitionDiagnostics,
  codeActions,
  hover,
  authoredDiagnostics,
  exampleDiagnostics,
]
