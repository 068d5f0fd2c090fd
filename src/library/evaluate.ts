import { parseDocument } from '../core/document/document.ts'
import { parseNamed } from '../core/document/parse-named.ts'
import { requireOpenApi } from '../core/document/require-openapi.ts'
import { type EngineName, engineNames } from '../core/model/engine-name.ts'
import { GovError, usageError } from '../core/model/errors.ts'
import { readMessage } from '../core/model/file-fault.ts'
import { getPointer, toPointer } from '../core/model/identity.ts'
import type { Issue, SeverityChange } from '../core/model/issue.ts'
import { compareIssues } from '../core/model/issue-order.ts'
import type { Location } from '../core/model/location.ts'
import type { Severity } from '../core/model/severity.ts'
import { findSeverityOnDay, isDay } from '../core/model/severity-change.ts'
import { isUrl } from '../core/text/url.ts'
import { evaluate as evaluateDocument, listApplicableRules, type Observers } from '../engine/evaluate.ts'
import { loadDrafts, type ParsedRules, toRuleset } from '../engine/load-ruleset.ts'
import { readReferencedFiles } from '../engine/openapi/files.ts'
import type { EngineIssue, Rule, Ruleset } from '../engine/rule.ts'
import { RulesetError } from '../engine/ruleset/ruleset-source.ts'
import { placeIssue } from '../gate/place.ts'
import { requireOptions, textOption, toChoiceOption } from './require-options.ts'

/** Texts by name, such as `shared/errors.yaml`: relative to one folder, with `/`. */
export type TextFiles = Readonly<Record<string, string>>

export interface RulesetOptions {
  /** Its file's name, which what it extends and `overrides` are relative to; default: `rules.yaml`. */
  readonly name?: string | undefined
  /** The linter whose results are reproduced; default: `spectral`. */
  readonly engine?: EngineName | undefined
  /** `refuse`: a ruleset with JavaScript in it cannot be used. */
  readonly functions?: 'allow' | 'refuse' | undefined
}

/** A ruleset that was read, for `evaluate`. */
export interface ReadyRuleset {
  readonly name: string
  /** The ids of the rules that are on, without those that only `overrides` turn on. */
  readonly rule_ids: readonly string[]
}

const rulesetRows = {
  name: textOption,
  engine: toChoiceOption(engineNames),
  functions: toChoiceOption(['allow', 'refuse']),
}

const compiled = new WeakMap<ReadyRuleset, Compiled>()

interface Compiled {
  readonly ruleset: Ruleset
  readonly drafts: ParsedRules
}

/**
 * Reads a ruleset, with what it extends and the code of its functions from `files`. Throws GovError, usage, with every problem
 * of the ruleset in its message.
 */
export async function createRuleset(
  text: string,
  files: TextFiles = {},
  options: RulesetOptions = {},
): Promise<ReadyRuleset> {
  requireOptions('createRuleset', options, rulesetRows)
  const { name = 'rules.yaml', engine, functions } = options
  const source = { name, text, format: findTextFormat(name) }
  const drafts = await loadDrafts(source, {
    engine,
    functions,
    folder: '/',
    read: createTextReader(files, 'ruleset'),
  }).catch(refuseRulesetText)
  const ruleset = await toRuleset(drafts, engine)
  if (ruleset.rules.length === 0 && !ruleset.forFile) {
    const what = ruleset.isEmpty ? 'has no rules' : 'has all its rules off'
    throw usageError('ruleset-without-rules', `ruleset ${name} ${what}`, 'Add a rule, or turn one on.')
  }
  const ready = { name, rule_ids: ruleset.rules.map(({ id }) => id) }
  compiled.set(ready, { ruleset, drafts })
  return ready
}

/** Every rule that the ruleset knows, also those that are off. Throws TypeError for a ruleset that is not from `createRuleset`. */
export function getDrafts(ruleset: ReadyRuleset): ParsedRules {
  return getCompiled(ruleset).drafts
}

function getCompiled(ruleset: ReadyRuleset): Compiled {
  const known = compiled.get(ruleset)
  if (known === undefined) throw new TypeError('the ruleset is not one that createRuleset gave')
  return known
}

/** A definition's text. */
export interface DefinitionText {
  /** Its file's name; default: `openapi.json` for a text that begins with a brace, else `openapi.yaml`. */
  readonly name?: string | undefined
  readonly text: string
  /** The files that its references lead to. */
  readonly files?: TextFiles | undefined
}

/** An issue, with the names of the report's fields. */
export interface DefinitionIssue {
  readonly rule_id: string
  readonly rule_summary: string
  readonly how_to_fix: string
  readonly message: string
  readonly severity: Severity
  /** The severity that the rule will have after a day. */
  readonly severity_change?: SeverityChange | undefined
  /** Dot-joined path of the node. */
  readonly path: string
  /** JSON Pointer of the node. */
  readonly pointer: string
  /** The definition, or the file that it refers to in which the issue is. */
  readonly file: string
  /** Where the node begins, an object or array with its key, from 1. */
  readonly line: number
  readonly column: number
  /** The range of the node, from 1. */
  readonly location: Location
  /** JSON Pointer of the object in the definition whose x-lint-ignore names the rule. */
  readonly ignored_at?: string | undefined
}

export interface EvaluateOptions {
  /** By which severities change, YYYY-MM-DD; default: today (UTC). */
  readonly day?: string | undefined
}

/**
 * Evaluates a definition: all issues, as the table of `gov check` lists them. Throws GovError, usage: the text is no OpenAPI
 * document; IncompleteEvaluationError: one of the rules could not be evaluated, or none is for the document.
 */
export async function evaluate(
  definition: string | DefinitionText,
  ruleset: ReadyRuleset,
  options: EvaluateOptions = {},
): Promise<readonly DefinitionIssue[]> {
  requireOptions('evaluate', options, { day: ['a day such as 2027-01-31', isDay] })
  const { day = new Date().toISOString().slice(0, 10) } = options
  const { text, files = {}, ...given } = typeof definition === 'string' ? { text: definition } : definition
  const name = given.name ?? (/^\s*\{/.test(text) ? 'openapi.json' : 'openapi.yaml')
  const { ruleset: rules } = getCompiled(ruleset)
  const format = findTextFormat(name)
  const document = parseNamed({ noun: 'definition', name, format }, () => parseDocument(text, format))
  requireOpenApi(document, name)
  const reader = createTextReader({ ...files, [name]: text }, 'file')
  const referenced = await readReferencedFiles(document, name, reader)
  const origin = { name, files: referenced }
  const applicable = listApplicableRules(document, rules, origin)
  const [off, failures] = [new Set<Rule>(), [] as string[]]
  const observers: Observers = {
    onUnchecked: (rule, why) => void (why === 'off' && off.add(rule)),
    onFailure: ({ message }) => void failures.push(message),
  }
  const place = (issue: EngineIssue) => placeIssue(toIssue(issue, name, day), { ...document, file: name })
  const where = `ruleset ${ruleset.name} on ${name}`
  let issues: readonly DefinitionIssue[] = []
  try {
    const found = applicable.length === 0 ? [] : evaluateDocument(document, rules, origin, observers)
    issues = found.map(place).sort(compareIssues).map(toDefinitionIssue)
  } catch (error) {
    if (error instanceof GovError) throw error
    failures.push(error instanceof RangeError ? 'the document is nested too deeply' : readMessage(error))
  }
  if (failures.length > 0) {
    const hint = 'Fix the rule or what it looks at, or turn it off.'
    throw new IncompleteEvaluationError('evaluation-failed', `${where}: ${failures.join('; ')}`, hint, issues)
  }
  if (applicable.every((rule) => off.has(rule))) {
    const hint = 'Check the formats of its rules, and its overrides.'
    const message = `${where}: no rule of it is on for that document`
    throw new IncompleteEvaluationError('ruleset-not-run', message, hint, [])
  }
  return issues
}

function findTextFormat(name: string): 'json' | 'yaml' {
  return /\.json$/i.test(name) ? 'json' : 'yaml'
}

/** A name is relative to the file that names it, and leads nowhere above the folder of all names. */
function createTextReader(files: TextFiles, noun: 'file' | 'ruleset') {
  return async (reference: string, from: string) => {
    if (isUrl(reference)) throw new Error('it is a URL, which is not read here')
    const name = resolveName(reference, from)
    if (name === undefined)
      throw new Error(`${reference} is outside the definition's folder, so it was not read`)
    const text = Object.hasOwn(files, name) ? files[name] : undefined
    if (text === undefined) throw new Error(`${noun} ${name} does not exist`)
    return { name, text }
  }
}

function resolveName(reference: string, from: string): string | undefined {
  const steps = reference.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of reference.split('/')) {
    if (step === '..' && steps.length === 0) return undefined
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function refuseRulesetText(error: unknown): never {
  if (!(error instanceof RulesetError)) throw error
  const [first] = error.problems
  const place = first && { file: first.file, line: first.line, column: first.column }
  throw usageError('ruleset-invalid', error.message, 'Fix the ruleset there.', error, place)
}

/** An evaluation that says nothing of some rules. `issues` are those of the others. */
export class IncompleteEvaluationError extends GovError {
  readonly issues: readonly DefinitionIssue[]

  constructor(code: string, reason: string, hint: string, issues: readonly DefinitionIssue[]) {
    super('incomplete', code, reason, hint)
    this.issues = issues
  }
}

function toIssue(
  { rule, message, path, location, file, key }: EngineIssue,
  name: string,
  day: string,
): Issue {
  const { dated } = rule
  return {
    _id: '',
    api_id: '',
    ruleset_id: '',
    rule_id: rule.id,
    rule_summary: rule.description,
    how_to_fix: rule.howToFix,
    message,
    severity: findSeverityOnDay(rule, day),
    severity_change: dated && day <= dated.until ? dated : undefined,
    path: path.join('.'),
    pointer: toPointer(path),
    file: file ?? name,
    line: key?.start_line,
    column: key?.start_char,
    location,
  }
}

function toDefinitionIssue(issue: Issue): DefinitionIssue {
  const { rule_id, rule_summary = '', how_to_fix = '', message, severity, path, ignored_at } = issue
  const { severity_change, file = '', location = nowhere, line = 1, column = 1 } = issue
  const facts = { rule_id, rule_summary, how_to_fix, message, severity, path, pointer: getPointer(issue) }
  const dated = severity_change && { severity_change }
  return { ...facts, ...dated, file, line, column, location, ...(ignored_at && { ignored_at }) }
}

const nowhere: Location = { start_line: 1, start_char: 1, end_line: 1, end_char: 1 }
