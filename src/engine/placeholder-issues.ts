import { hasPlaceholder } from '../core/model/placeholder.ts'
import { iterateValues } from '../core/model/record.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import { placeholder } from './document-rules.ts'
import type { EngineIssue } from './rule.ts'

/** One issue for each text, wherever it stands, that still holds what gov wrote for a person to complete. */
export function placeholderIssues(document: SourceDocument, file: string | undefined): EngineIssue[] {
  if (!hasPlaceholder(document.text)) return []
  return [...iterateValues(document.value)].flatMap(({ path, value }) =>
    typeof value === 'string' && hasPlaceholder(value)
      ? [{ rule: placeholder, message: 'Text is a placeholder', path, location: document.locate(path), file }]
      : [],
  )
}
