import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import {
  uncheckedNullable,
  uncheckedOperation,
  uncheckedSiblings,
} from '../../../src/engine/openapi/document-rules.ts'
import { load } from '../../engine/ruleset/load.ts'

const folder = import.meta.dirname
const row = z.tuple([z.string().describe('rule'), z.string().describe('severity'), z.int().describe('line')])
const answers = z.record(z.string(), z.array(row))
const readAnswers = (name: string) => answers.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
const recorded = {
  oas: readAnswers('recorded.json'),
  owasp: readAnswers('recorded-owasp.json'),
  own: readAnswers('recorded-own.json'),
}

/** What is known to differ: a row of vacuum's (-) or of ours (+). docs/conformance.md has the reasons. */
const known: Readonly<Record<string, readonly string[]>> = {
  'extensions.yaml': [],
  'circles.yaml': [],
  'missing-examples.yaml': [],
  'three-0.yaml': ['- oas3-valid-schema-example 147'],
  'three-1.yaml': ['+ oas3-schema 39', '+ oas3-valid-schema-example 19', '- oas3-schema 37'],
  'three-2.yaml': [],
  'two-0.yaml': ['- oas2-schema 40', '- oas2-schema 51'],
  'forms/choices.yaml': [],
  'forms/parameters.yaml': ['+ oas2-schema 17'],
  'forms/two-0.yaml': [],
  'forms/shared.yaml': [],
  'forms/unused.yaml': [],
  'forms/lost.yaml': [
    '+ oas3-missing-example 10',
    '+ oas3-missing-example 18',
    '+ operation-4xx-response 6',
    '+ operation-description 22',
  ],
}

/** Vacuum reports one of two that clash, and not the same in each run: it is on one of these lines. */
const either: Readonly<Record<string, readonly (readonly [string, readonly number[]])[]>> = {
  'three-0.yaml': [['operation-operationId-unique', [61, 68]]],
  'two-0.yaml': [
    ['operation-operationId-unique', [27, 35]],
    ['operation-parameters', [29, 30]],
  ],
  'forms/two-0.yaml': [
    ['operation-operationId-unique', [33, 50]],
    ['operation-parameters', [72, 73]],
  ],
}

/** Rules that gov adds to every ruleset, and vacuum does not have. */
const withoutCounterpart = [uncheckedOperation.id, uncheckedSiblings.id, uncheckedNullable.id]

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))

const own = readFileSync(join(folder, 'own', 'rules.yaml'), 'utf8')

async function differences(file: string, ruleset: keyof typeof recorded): Promise<string[]> {
  const text = ruleset === 'own' ? own : `extends: [[vacuum:${ruleset}, all]]`
  const rules = await load(text, {}, undefined, 'vacuum')
  const issues = evaluate(parseDocument(readFileSync(join(folder, file), 'utf8'), 'yaml'), { rules })
  const ours = issues
    .filter(({ rule }) => !withoutCounterpart.includes(rule.id))
    .map(({ rule, location }) => `${rule.id} ${rule.severity} ${location.start_line}`)
  const clashes = ruleset === 'oas' ? (either[file] ?? []) : []
  const chosen = clashes.map(([rule, lines]) => {
    const rows = lines.map((line) => `${rule} error ${line}`)
    return rows.find((each) => ours.includes(each)) ?? rows.join(' or ')
  })
  const theirs = [...(recorded[ruleset][file] ?? []).map((each) => each.join(' ')), ...chosen]
  const withoutSeverity = (text: string) => text.replace(/ (?:error|warn|info|hint) /, ' ')
  const differing = [
    ...theirs.filter((their) => !ours.includes(their)).map((their) => `- ${withoutSeverity(their)}`),
    ...ours.filter((each) => !theirs.includes(each)).map((each) => `+ ${withoutSeverity(each)}`),
  ]
  return [...new Set(differing)].sort()
}

/** What vacuum 0.29.9 reports for all of its rules was recorded: rule, severity and first line, in three runs the same. */
describe('the profile of the dashboards', () => {
  it.each([...files, ...readdirSync(join(folder, 'forms')).map((name) => `forms/${name}`)])(
    'OpenAPI rules on %s',
    async (file) => {
      expect(await differences(file, 'oas')).toEqual(known[file])
    },
  )

  it.each([...files, 'forms/choices.yaml'])('OWASP rules on %s', async (file) => {
    expect(recorded.owasp[file]?.length).toBeGreaterThan(0)
    expect(await differences(file, 'owasp')).toEqual([])
  })

  it.each(files)('core functions on %s', async (file) => {
    expect(recorded.own[file]?.length).toBeGreaterThan(80)
    expect(await differences(file, 'own')).toEqual([])
  })
})
