import { isRecord, toList } from '../../core/model/record.ts'
import { printCount, quote } from '../print.ts'
import type { CheckRun, Compiler, EvaluatedParts, Keyword, KeywordTable, SchemaCheck } from './check.ts'
import { itemsKeywords, numberKeywords, readCount } from './limit-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { recordAlways } from './run-node.ts'
import {
  createErrors,
  isOwnType,
  listSchemaErrors,
  prefixErrors,
  refused,
  type SchemaError,
  valid,
} from './schema-error.ts'
import { anyKeywords, stringKeywords, type } from './value-keywords.ts'
import { areDistinctScalars, findDuplicate } from './values.ts'

const not: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  const choice = findRefused(value)
  const message = describeChoice(choice, false) ?? 'must not match the schema under `not`'
  return (instance, run) =>
    check(instance, toQuickRun(run), undefined).length > 0 ? valid : createErrors('not', message, { choice })
}

/** The run as a question: whether an instance is valid does not depend on which errors are wanted. */
function toQuickRun(run: CheckRun): CheckRun {
  if (run.isQuestion) return run
  const { deref, leftOut, passed, budget } = run
  run.quick ??= {
    allErrors: false,
    deref,
    everyBranch: false,
    isBranch: false,
    leftOut,
    passed,
    isQuestion: true,
    quick: undefined,
    budget,
  }
  return run.quick
}

/** The properties that must not be there together, where the schema under `not` says no more. */
function findRefused(value: unknown): readonly string[] | undefined {
  const { required, type: _, ...others } = isRecord(value) ? value : {}
  const isAll = Object.keys(others).length === 0
  return Array.isArray(required) && required.length > 0 && isAll ? required.map(String) : undefined
}

/** The properties that the branches require, if each requires one. */
function findChoice(branches: unknown): readonly string[] | undefined {
  const required = toList(branches).map((branch) => (isRecord(branch) ? toList(branch.required) : []))
  const isChoice = required.length > 1 && required.every((names) => names.length === 1)
  return isChoice ? required.flat().map(String) : undefined
}

/** Says what to do about a choice; undefined for other branches. */
function describeChoice(choice: readonly string[] | undefined, isNoneThere: boolean): string | undefined {
  const names = choice?.map(quote)
  if (!names) return undefined
  if (names.length === 1) return `must not have ${names[0]}`
  const first = names.slice(0, -1).join(', ')
  return isNoneThere
    ? `must have ${first} or ${names.at(-1)}`
    : `must not have both ${first} and ${names.at(-1)}`
}

const allOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler).map(recordAlways)
  return (instance, run, seen) => listSchemaErrors(checks, run, (check) => check(instance, run, seen))
}

const anyOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler)
  const choice = findChoice(value)
  return (instance, run, seen) => {
    const results: (readonly SchemaError[])[] = []
    const ofBranch = toBranchRun(run)
    for (const check of checks) {
      const errors = check(instance, ofBranch, seen)
      if (errors.length === 0 && !seen) return valid
      results.push(errors)
    }
    return results.some((errors) => errors.length === 0)
      ? valid
      : reportNoneMatched('anyOf', results, run, choice)
  }
}

const oneOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler)
  const choice = findChoice(value)
  return (instance, run, seen) => {
    const ofBranch = toBranchRun(run)
    const failed: (readonly SchemaError[])[] = []
    let count = 0
    for (let index = 0; index < checks.length && count < 2; index++) {
      // Behind one that matches, most branches are references, whose errors nobody asks for.
      const errors =
        checks[index]?.(instance, count === 0 || seen ? ofBranch : toQuickRun(run), seen) ?? valid
      if (errors.length === 0) count++
      else failed.push(errors)
    }
    if (count === 1) return valid
    if (count === 0) return reportNoneMatched('oneOf', failed, run, choice)
    return reportSeveralMatched(
      checks.map((check) => check(instance, ofBranch, seen)),
      run,
      choice,
    )
  }
}

function reportSeveralMatched(
  results: readonly (readonly SchemaError[])[],
  { everyBranch }: CheckRun,
  choice: readonly string[] | undefined,
): readonly SchemaError[] {
  const matched = results.flatMap((errors, index) => (errors.length === 0 ? [index] : []))
  const message = 'must match exactly one schema of `oneOf`'
  const chosen = choice?.filter((_name, index) => matched.includes(index))
  const own = createErrors('oneOf', describeChoice(chosen, false) ?? message, { choice })
  // Spectral's validator stops at the second that matches, and keeps what those before it lack.
  if (everyBranch) return [...results.slice(0, matched[1]).flat(), ...own]
  if (choice) return own
  return createErrors('oneOf', `${message}, but matches those at ${matched.join(' and ')}`)
}

function toBranchRun(run: CheckRun): CheckRun {
  if (run.isBranch || !run.everyBranch) return run
  const { allErrors, deref, everyBranch, leftOut, passed, isQuestion, quick, budget } = run
  return { allErrors, deref, everyBranch, isBranch: true, leftOut, passed, isQuestion, quick, budget }
}

/**
 * The most helpful of the failures: where the instance's type fits one branch only, that branch was meant and
 * its errors say what is wrong; otherwise one error that names what each branch asked for.
 */
function reportNoneMatched(
  keyword: string,
  results: readonly (readonly SchemaError[])[],
  { everyBranch, isQuestion }: CheckRun,
  choice: readonly string[] | undefined,
): readonly SchemaError[] {
  if (isQuestion) return refused
  const one = keyword === 'oneOf' ? 'exactly one' : 'a'
  const wanted = describeChoice(choice, true) ?? `must match ${one} schema of \`${keyword}\``
  const own = createErrors(keyword, wanted, { choice })
  if (everyBranch) return [...results.flat(), ...own]
  if (choice) return own
  const meant = results.filter((errors) => !errors.some(isOwnType))
  if (meant.length === 1 && meant[0]) return meant[0]
  const asked = new Set(results.flatMap((errors) => errors.slice(0, 1).map(describeError)))
  return createErrors(
    keyword,
    `must match a schema of \`${keyword}\`: it ${[...asked].slice(0, 5).join('; or it ')}`,
  )
}

function describeError(error: SchemaError): string {
  return error.path.length === 0 ? error.message : `has ${error.path.join('.')}, which ${error.message}`
}

const conditional: Keyword = (value, schema, compiler) => {
  const condition = compiler.subschema(value, [])
  const consequent = 'then' in schema ? compiler.subschema(schema.then, ['..', 'then']) : undefined
  const alternative = 'else' in schema ? compiler.subschema(schema.else, ['..', 'else']) : undefined
  return (instance: unknown, run: CheckRun, seen: EvaluatedParts | undefined) => {
    const holds = condition(instance, toQuickRun(run), seen).length === 0
    return (holds ? consequent : alternative)?.(instance, run, seen) ?? valid
  }
}

function compileBranches(value: unknown, compiler: Compiler): readonly SchemaCheck[] {
  if (!Array.isArray(value) || value.length === 0) return compiler.refuse('must be a list of schemas')
  return value.map((schema: unknown, index) => compiler.subschema(schema, [index]))
}

const combinatorKeywords: KeywordTable = [
  ['not', not],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['allOf', allOf],
  ['if', conditional],
]

const uniqueItems: Keyword = (value) => {
  if (value !== true) return undefined
  return (instance, run) => {
    if (!Array.isArray(instance)) return valid
    const found = areDistinctScalars(instance) ? undefined : findDuplicate(instance.map(run.deref))
    return found
      ? createErrors('uniqueItems', `must not have the same item at ${found[0]} and ${found[1]}`)
      : valid
  }
}

/** `prefixItems` names the first items; `items` was written so before 2020-12, and `additionalItems` the rest. */
const prefixItems: Keyword = (value, _schema, compiler) => {
  if (!Array.isArray(value)) return compiler.refuse('must be a list of schemas')
  const checks = value.map((schema: unknown, index) => compiler.subschema(schema, [index]))
  return checkItems((index) => checks[index])
}

const items: Keyword = (value, schema, compiler) => {
  if (Array.isArray(value)) return prefixItems(value, schema, compiler)
  if (Array.isArray(schema.prefixItems)) return checkItemsAfter(schema.prefixItems.length, value, compiler)
  const check = compiler.subschema(value, [])
  return checkItems(() => check)
}

const additionalItems: Keyword = (value, schema, compiler) =>
  Array.isArray(schema.items) ? checkItemsAfter(schema.items.length, value, compiler) : undefined

function checkItemsAfter(start: number, value: unknown, compiler: Compiler): SchemaCheck {
  if (value === false) return forbidItemsAfter(start)
  const check = compiler.subschema(value, [])
  return checkItems((index) => (index < start ? undefined : check))
}

/** The array is at fault, not each of the items that are too many. */
function forbidItemsAfter(limit: number): SchemaCheck {
  return (instance, _run, seen) => {
    if (!Array.isArray(instance) || instance.length <= limit) return valid
    for (const index of instance.keys()) seen?.items.add(index)
    return createErrors('items', `must have at most ${printCount(limit, 'item')}, but has ${instance.length}`)
  }
}

function checkItems(checkOf: (index: number) => SchemaCheck | undefined): SchemaCheck {
  return (instance, run, seen) => {
    if (!Array.isArray(instance)) return valid
    return listSchemaErrors(instance, run, (item, index) => {
      const check = checkOf(index)
      if (!check) return valid
      seen?.items.add(index)
      return prefixErrors(index, check(run.deref(item), run, undefined))
    })
  }
}

const contains: Keyword = (value, schema, compiler) => {
  const check = compiler.subschema(value, [])
  const least = schema.minContains === undefined ? 1 : readCount(schema.minContains, compiler)
  const most = schema.maxContains === undefined ? Infinity : readCount(schema.maxContains, compiler)
  return (instance, run, seen) => {
    if (!Array.isArray(instance)) return valid
    const matched = instance.flatMap((item: unknown, index) =>
      check(run.deref(item), run, undefined).length === 0 ? [index] : [],
    )
    for (const index of matched) seen?.items.add(index)
    if (matched.length >= least && matched.length <= most) return valid
    const bound = matched.length < least ? `at least ${least}` : `at most ${most}`
    return createErrors(
      'contains',
      `must have ${bound} items that match \`contains\`, but has ${matched.length}`,
    )
  }
}

const arrayKeywords: KeywordTable = [
  ...itemsKeywords,
  ['uniqueItems', uniqueItems],
  ['prefixItems', prefixItems],
  ['additionalItems', additionalItems],
  ['items', items],
  ['contains', contains],
]

const unevaluatedProperties: Keyword = (value, schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!isRecord(instance) || !seen) return valid
    const rest = Object.keys(instance).filter((key) => !seen.keys.has(key))
    return listSchemaErrors(rest, run, (key) => {
      seen.keys.add(key)
      return check
        ? prefixErrors(key, check(run.deref(instance[key]), run, undefined))
        : createErrors('unevaluatedProperties', `must not have the property \`${key}\``, {
            property: key,
            schema,
          })
    })
  }
}

const unevaluatedItems: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!Array.isArray(instance) || !seen) return valid
    const rest = [...instance.keys()].filter((index) => !seen.items.has(index))
    return listSchemaErrors(rest, run, (index) => {
      seen.items.add(index)
      return check
        ? prefixErrors(index, check(run.deref(instance[index]), run, undefined))
        : createErrors('unevaluatedItems', `must not have the item at ${index}`)
    })
  }
}

/** They look at what no other keyword of their schema has looked at, and so they run last. */
export const unevaluatedKeywords: KeywordTable = [
  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]

/** All keywords that ask for something, in the order in which they look at an instance. */
export const keywords: KeywordTable = [
  ['type', type],
  ...numberKeywords,
  ...stringKeywords,
  ...anyKeywords,
  ...combinatorKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...unevaluatedKeywords,
]
