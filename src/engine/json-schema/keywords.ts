import { isRecord } from '../../core/model/record.ts'
import { printCount, printList } from '../print.ts'
import type { CheckRun, Compiler, EvaluatedParts, Keyword, KeywordTable, SchemaCheck } from './check.ts'
import { itemsKeywords, numberKeywords, readCount } from './limit-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { recordAlways } from './run-node.ts'
import {
  createErrors,
  isOwnType,
  listSchemaErrors,
  prefixErrors,
  type SchemaError,
  valid,
} from './schema-error.ts'
import { anyKeywords, stringKeywords, type } from './value-keywords.ts'
import { findDuplicate } from './values.ts'

const not: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  const message = describeNot(value)
  return (instance, run) =>
    check(instance, toQuickRun(run), undefined).length > 0 ? valid : createErrors('not', message)
}

/** The run where a yes or no is enough: whether an instance is valid does not depend on which errors are wanted. */
function toQuickRun(run: CheckRun): CheckRun {
  if (!run.allErrors && !run.everyBranch) return run
  const { deref, leftOut, passed, budget } = run
  run.quick ??= {
    allErrors: false,
    deref,
    everyBranch: false,
    isBranch: false,
    leftOut,
    passed,
    quick: undefined,
    budget,
  }
  return run.quick
}

function describeNot(value: unknown): string {
  const required = isRecord(value) && Object.keys(value).length === 1 ? value.required : undefined
  if (!Array.isArray(required) || required.length < 2) return 'must not match the schema under `not`'
  return `must not have ${printList(required)} together`
}

const allOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler).map(recordAlways)
  return (instance, run, seen) => listSchemaErrors(checks, run, (check) => check(instance, run, seen))
}

const anyOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler)
  return (instance, run, seen) => {
    const results: (readonly SchemaError[])[] = []
    const ofBranch = toBranchRun(run)
    for (const check of checks) {
      const errors = check(instance, ofBranch, seen)
      if (errors.length === 0 && !seen) return valid
      results.push(errors)
    }
    return results.some((errors) => errors.length === 0) ? valid : reportNoneMatched('anyOf', results, run)
  }
}

const oneOf: Keyword = (value, _schema, compiler) => {
  const checks = compileBranches(value, compiler)
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
    if (count === 0) return reportNoneMatched('oneOf', failed, run)
    return reportSeveralMatched(
      checks.map((check) => check(instance, ofBranch, seen)),
      run,
    )
  }
}

function reportSeveralMatched(
  results: readonly (readonly SchemaError[])[],
  { everyBranch }: CheckRun,
): readonly SchemaError[] {
  const matched = results.flatMap((errors, index) => (errors.length === 0 ? [index] : []))
  const message = 'must match exactly one schema of `oneOf`'
  // Spectral's validator stops at the second that matches, and keeps what those before it lack.
  if (everyBranch) return [...results.slice(0, matched[1]).flat(), ...createErrors('oneOf', message)]
  return createErrors('oneOf', `${message}, but matches those at ${matched.join(' and ')}`)
}

function toBranchRun(run: CheckRun): CheckRun {
  if (run.isBranch || !run.everyBranch) return run
  const { allErrors, deref, everyBranch, leftOut, passed, quick, budget } = run
  return { allErrors, deref, everyBranch, isBranch: true, leftOut, passed, quick, budget }
}

/**
 * The most helpful of the failures: where the instance's type fits one branch only, that branch was meant and
 * its errors say what is wrong; otherwise one error that names what each branch asked for.
 */
function reportNoneMatched(
  keyword: string,
  results: readonly (readonly SchemaError[])[],
  { everyBranch }: CheckRun,
): readonly SchemaError[] {
  const one = keyword === 'oneOf' ? 'exactly one' : 'a'
  if (everyBranch)
    return [...results.flat(), ...createErrors(keyword, `must match ${one} schema of \`${keyword}\``)]
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
    const found = findDuplicate(instance.map(run.deref))
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

const unevaluatedProperties: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!isRecord(instance) || !seen) return valid
    const rest = Object.keys(instance).filter((key) => !seen.keys.has(key))
    return listSchemaErrors(rest, run, (key) => {
      seen.keys.add(key)
      return check
        ? prefixErrors(key, check(run.deref(instance[key]), run, undefined))
        : createErrors('unevaluatedProperties', `must not have the property \`${key}\``, key)
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
