import { ParseError } from '../../core/document/parse-error.ts'
import { readDocument } from '../../core/document/read-document.ts'
import type { DeclaredFix } from '../../core/model/fixes.ts'
import { type ExampleResult, runExample } from '../../engine/examples/run-example.ts'
import type { Rule } from '../../engine/rule.ts'
import {
  applyFixes,
  asksForField,
  createOutline,
  findSchemaKind,
  propose,
  toFix,
  viewOfFile,
} from '../fix/index.ts'

/** An example that fails as it should, and whose rule declares a fix, passes after it; else that is its fault. */
export function checkFix(
  result: ExampleResult,
  rules: readonly Rule[],
  declared: DeclaredFix | undefined,
): ExampleResult {
  const { example, text } = result
  if (!declared || result.fault !== undefined || example.kind === 'passes' || text === undefined)
    return result
  const fault = findFixFault({ ...result, text }, rules, declared)
  return fault === undefined ? result : { ...result, fault }
}

function findFixFault(
  { example, issues, text }: ExampleResult & { readonly text: string },
  rules: readonly Rule[],
  declared: DeclaredFix,
): string | undefined {
  const fixes = [toFix(declared, asksForField(rules))]
  const read = readYaml(text)
  if (!read) return undefined
  const outline = createOutline(text, 'yaml', read)
  const name = 'example'
  const found = issues.map(({ path, message }) =>
    propose(message, viewOfFile(name, path, outline, findSchemaKind), fixes),
  )
  const reason = found.find((each) => each && 'reason' in each)
  if (reason && 'reason' in reason) return `its fix cannot be made: ${reason.reason}`
  const proposals = found.flatMap((each) => (each && 'files' in each ? [each] : []))
  if (proposals.length === 0) return 'its fix changes nothing'
  const after = applyFixes(() => ({ outline, read }), proposals).files.get(name)?.text ?? text
  const again = runExample({ ...example, kind: 'passes', document: { kind: 'text', text: after } }, rules)
  return again.fault && `after its fix, ${again.fault}`
}

/** Every JSON that examples hold is YAML too. */
function readYaml(text: string) {
  try {
    return readDocument(text, 'yaml')
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}
