import { placeholderRule } from '../../core/model/placeholder.ts'
import type { Rule } from '../rule.ts'

export const parser = createRule(
  'parser',
  'Every key must be a string, unique in its mapping and outside quoted text, and every YAML reader must take the file.',
  'Remove or rename the key, put it in quotes, close the quote before it, or indent the line.',
)

export const strayCharacter: Rule = {
  ...parser,
  howToFix: 'Remove the character, or write it as an escape in double quotes.',
}

/** YAML that other readers may refuse: whoever reads it reads the same, so it is no defect of the API. */
export const looseYaml: Rule = {
  ...parser,
  severity: 'info',
  howToFix:
    'Indent the line further than its key, put a blank before the comment, or merge with one list: `<<: [*a, *b]`.',
}

export const invalidRef = createRule(
  'invalid-ref',
  'Every $ref must resolve.',
  'Fix the reference, or add its target.',
)

export const textRef: Rule = {
  ...invalidRef,
  severity: 'info',
  howToFix: 'Put the text here, unless all your tools read such references.',
}

export const uncheckedOperation = createRule(
  'unchecked-operation',
  'No operation is beside a $ref, where rules do not see it.',
  'Move it to where the $ref leads, or put that in the place of the $ref.',
)

export const uncheckedSiblings = createRule(
  'unchecked-siblings',
  'What is beside a $ref is checked only by rules with resolved: false.',
  'Move the keywords to where the $ref leads, or put the $ref of a schema in allOf.',
  { severity: 'hint' },
)

export const uncheckedNullable = createRule(
  'unchecked-nullable',
  'No schema has `nullable` from OpenAPI 3.1 on, where it is not a keyword.',
  "Add 'null', in quotes, to the `type` of each such schema, as in `type: [string, 'null']`, and remove `nullable`.",
  { severity: 'hint' },
)

export const placeholder = createRule(
  placeholderRule,
  'No text is a placeholder that gov fix wrote.',
  'Write what the placeholder asks for, or remove it.',
)

export const circularReferences = createRule(
  'circular-references',
  'No reference leads back to itself.',
  'Take one reference out of the circle, or waive the issue if your tools follow circles.',
  { severity: 'warn', engine: 'vacuum' },
)

export const resolvingReferences = createRule(
  'resolving-references',
  'Every $ref must resolve, and must not lead back to itself through required properties alone.',
  'Fix the reference or add its target; in a circle, make one of the properties optional.',
  { engine: 'vacuum' },
)

/** The rules that hold for every document, whatever the ruleset says. */
export const documentRules: readonly Rule[] = [
  parser,
  invalidRef,
  uncheckedOperation,
  uncheckedSiblings,
  uncheckedNullable,
  placeholder,
  circularReferences,
  resolvingReferences,
]

function createRule(
  id: string,
  description: string,
  howToFix: string,
  { severity = 'error', engine }: Partial<Pick<Rule, 'severity' | 'engine'>> = {},
): Rule {
  const nothing = { message: undefined, documentationUrl: undefined, formats: undefined }
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  return { id, description, howToFix, severity, given: [], then: [], resolved: false, engine, ...nothing }
}
