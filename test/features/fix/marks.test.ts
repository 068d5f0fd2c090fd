import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMarks } from '../../../src/check/fixable/mark-fixes.ts'
import { builtinDrafts } from '../../../src/check/rulesets/known-rulesets.ts'
import { localDefinition } from '../../../src/check/sources/local-definition.ts'
import { createSourceFile } from '../../../src/check/sources/source-file.ts'
import { toPointer } from '../../../src/core/model/identity.ts'
import type { Issue } from '../../../src/core/model/issue.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { runExample } from '../../../src/engine/examples/run-example.ts'
import { finishRule } from '../../../src/engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../../src/engine/rulesets/explanations/index.ts'
import { builtinFixes } from '../../../src/features/fix/fixes-of.ts'
import { effort } from '../../effort.ts'
import { judge } from './propose/judge.ts'
import { planted } from './propose/planted.ts'

/** The rules of which some issues have no mark, as only making the fix tells whether there is one, or of which kind. */
const unclear: Readonly<Record<string, string>> = {
  'oas3-unused-component': 'a reference that does not resolve may be meant for it, and a mapping may name it',
  'oas2-unused-definition': 'the same',
  'openapi-tags-alphabetical': 'a comment among the tags may be about all of them',
  'openapi-tags-uniqueness': 'a comment may go with the tag; equal numbers may be written differently',
  'operation-parameters': 'a comment may go with the parameter; equal numbers may be written differently',
  'no-$ref-siblings': 'a comment may go with what is removed; equal numbers may be written differently',
  'duplicated-entry-in-enum': 'a list beside it may have an entry for each value; numbers as before',
  'array-items': 'another keyword of the definition may make items matter',
}

const drafts = new Map((await builtinDrafts()).flatMap(({ drafts: { rules } }) => [...rules]))
const fixable = [...builtinFixes.keys()]
const explanations = await readExplanations()

interface Case {
  readonly rule: string
  readonly mark: Issue['fixable']
  /** What making the fix shows. */
  readonly made: Issue['fixable']
  readonly path: string
}

/** The mark and the fix of each issue that the rules find in a text. */
function listCases(name: 'a.yaml' | 'a.json', text: string, rules: readonly string[]): readonly Case[] {
  const source = localDefinition(createSourceFile(name, new TextEncoder().encode(text), 'definition'))
  const enabled = rules.flatMap((rule) => {
    const draft = drafts.get(rule)
    return draft ? finishRule(draft) : []
  })
  const found = evaluate(source.document, { rules: enabled }, {}, {}).filter(({ rule }) =>
    rules.includes(rule.id),
  )
  const { mark } = createMarks({ of: ({ rule_id }) => builtinFixes.get(rule_id) ?? [] })
  return found.map(({ rule, path, message, location, key }) => {
    const issue = {
      ...{
        _id: '',
        api_id: '',
        ruleset_id: '',
        ruleset_name: '',
        rule_id: rule.id,
        message,
        severity: 'warn',
      },
      ...{ file: name, path: path.join('.'), pointer: toPointer(path), location, line: key?.start_line },
    } as Issue
    const [marked = issue] = mark([issue], source)
    const { kind, after } = judge(source.document.text, path, rule.id)
    const isMade = (kind === 'safe' || kind === 'unsafe') && after !== source.document.text
    return { rule: rule.id, mark: marked.fixable, made: isMade ? kind : 'no', path: issue.path }
  })
}

function expectAgreement(cases: readonly Case[], text = ''): void {
  const wrong = cases.filter(({ rule, mark, made }) =>
    mark === undefined ? !Object.hasOwn(unclear, rule) : mark !== made,
  )
  expect(wrong, text).toEqual([])
}

it.each(fixable)('the examples of %s are marked as they are fixed', (rule) => {
  const texts = (explanations.get(rule)?.examples ?? []).flatMap((example) => {
    const draft = drafts.get(rule)
    const { text } = draft ? runExample({ ...example, issues: undefined }, finishRule(draft)) : {}
    return text ?? []
  })
  const cases = texts.flatMap((text) => listCases('a.yaml', text, [rule]))
  expectAgreement(cases)
  expect(cases.length).toBeGreaterThan(0)
})

it('definitions with many faults are marked as they are fixed', { timeout: 60_000 }, () => {
  const kinds = { safe: 0, unsafe: 0, no: 0, undefined: 0 }
  fc.assert(
    fc.property(planted, ({ name, text }) => {
      const cases = listCases(name === 'openapi.json' ? 'a.json' : 'a.yaml', text, fixable)
      expectAgreement(cases, text)
      for (const { mark } of cases) kinds[`${mark}`]++
    }),
    { numRuns: 20 * effort, seed: 3, endOnFailure: true },
  )
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(10)
})
