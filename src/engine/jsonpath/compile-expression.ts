import { isObject, isRecord } from '../../core/model/record.ts'
import { callMethod, globalFunctions, isStringMethod, kindTests } from './functions.ts'
import type { BinaryOperator, Expression, QueryVariable } from './query.ts'

/** The node that a filter looks at. One scope is reused for all nodes of a walk: nothing may keep it. */
export interface FilterScope {
  readonly value: unknown
  readonly property: string | number | null
  readonly parent: unknown
  /** Spectral's `@parent`: the parent of `parent`. */
  readonly grandparent: unknown
  readonly parentProperty: string | number | null
  readonly root: unknown
  /** `$['paths']['/users']`. */
  readonly path: () => string
  /** Replaces a `$ref` object in a resolved document by its target. */
  readonly deref: (value: unknown) => unknown
}

export type ExpressionEvaluator = (scope: FilterScope) => unknown

/**
 * Turns an expression into a function. As in JavaScript, with two exceptions: a member of nothing is undefined rather
 * than an error, and only a value's own members are seen.
 */
export function compileExpression(expression: Expression): ExpressionEvaluator {
  switch (expression.kind) {
    case 'literal':
      return createConstant(expression.value)
    case 'regex':
      return createConstant(expression.pattern)
    case 'array':
      return compileArray(expression.items.map(compileExpression))
    case 'variable':
      return variables[expression.name]
    case 'member':
      return compileMember(expression)
    case 'call':
      return compileCall(expression)
    case 'function':
      return compileFunction(expression.name, expression.args)
    case 'unary':
      return compileUnary(expression.operator, compileExpression(expression.operand))
    case 'binary':
      return compileBinary(expression)
    case 'conditional':
      return compileConditional(expression)
  }
}

function createConstant(value: unknown): ExpressionEvaluator {
  return () => value
}

function compileArray(items: readonly ExpressionEvaluator[]): ExpressionEvaluator {
  return (scope) => items.map((item) => item(scope))
}

const variables: Readonly<Record<QueryVariable, ExpressionEvaluator>> = {
  value: ({ value }) => value,
  root: ({ root }) => root,
  property: ({ property }) => property,
  parent: ({ grandparent }) => grandparent,
  parentProperty: ({ parentProperty }) => parentProperty,
  path: ({ path }) => path(),
}

function compileMember({ object, property }: Expression & { kind: 'member' }): ExpressionEvaluator {
  const ofObject = compileExpression(object)
  if (property.kind === 'literal') {
    const name = String(property.value)
    return (scope) => {
      const member = readMember(ofObject(scope), name)
      return isObject(member) ? scope.deref(member) : member
    }
  }
  const ofProperty = compileExpression(property)
  return (scope) => {
    const name = ofProperty(scope)
    return typeof name === 'object' ? undefined : scope.deref(readMember(ofObject(scope), String(name)))
  }
}

function compileCall({ object: receiver, method, args }: Expression & { kind: 'call' }): ExpressionEvaluator {
  const object = compileExpression(receiver)
  const evaluators = args.map(compileExpression)
  return (scope) =>
    callMethod(
      object(scope),
      method,
      evaluators.map((argument) => argument(scope)),
    )
}

function compileFunction(name: string, args: readonly Expression[]): ExpressionEvaluator {
  const call = kindTests.get(name) ?? globalFunctions.get(name) ?? (() => undefined)
  const [first] = args
  const argument = first ? compileExpression(first) : createConstant(undefined)
  return (scope) => call(argument(scope))
}

function compileUnary(
  operator: (Expression & { kind: 'unary' })['operator'],
  operand: ExpressionEvaluator,
): ExpressionEvaluator {
  switch (operator) {
    case '!':
      return (scope) => !operand(scope)
    case '-':
      return (scope) => -toNumber(operand(scope))
    case '+':
      return (scope) => toNumber(operand(scope))
    case 'typeof':
      return (scope) => typeof operand(scope)
    case 'void':
      return createConstant(undefined)
  }
}

function compileBinary({ operator, left, right }: Expression & { kind: 'binary' }): ExpressionEvaluator {
  const a = compileExpression(left)
  const b = compileExpression(right)
  switch (operator) {
    case '||':
      return (scope) => a(scope) || b(scope)
    case '&&':
      return (scope) => a(scope) && b(scope)
    case '===':
      return (scope) => a(scope) === b(scope)
    case '!==':
      return (scope) => a(scope) !== b(scope)
    case 'in':
      return (scope) => isContained(a(scope), b(scope))
    case '==':
      return (scope) => equals(a(scope), b(scope))
    case '!=':
      return (scope) => !equals(a(scope), b(scope))
    default: {
      const apply = conversions[operator]
      return (scope) => apply(toPrimitive(a(scope)) as number, toPrimitive(b(scope)) as number)
    }
  }
}

type ConvertingOperator = Exclude<BinaryOperator, '||' | '&&' | '==' | '!=' | '===' | '!==' | 'in'>

function compileConditional({ test, yes, no }: Expression & { kind: 'conditional' }): ExpressionEvaluator {
  const [ofTest, ofYes, ofNo] = [test, yes, no].map(compileExpression)
  return (scope) => (ofTest?.(scope) ? ofYes?.(scope) : ofNo?.(scope))
}

function toNumber(value: unknown): number {
  return Number(toPrimitive(value))
}

type Primitive = string | number | boolean | null | undefined

/**
 * An own member of a value; `length` of texts and arrays. `constructor` is not a member but gives the name of the
 * value's kind, because rulesets ask `@.enum.constructor.name === 'Array'`; and a text has its methods, because they
 * ask `@.match && @.match(/x/)`.
 */
function readMember(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return undefined
  if (isRecord(value)) {
    const member = value[name]
    if (member !== undefined && Object.hasOwn(value, name)) return member
  } else if (Object.hasOwn(Object(value), name)) return Reflect.get(Object(value), name)
  if (name === 'constructor') return { name: nameKind(value) }
  return typeof value === 'string' && isStringMethod(name) ? presentMethod : undefined
}

/** Stands for a method that is not called. */
const presentMethod = Object.freeze({})

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'Array'
  const kind = typeof value
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** `item in collection`: among an array's items, within a text, or an object's own key. */
function isContained(item: unknown, collection: unknown): boolean {
  if (Array.isArray(collection)) return collection.includes(item)
  if (typeof collection === 'string') return isPrimitive(item) && collection.includes(String(item))
  if (isPrimitive(collection)) return false
  return isPrimitive(item) && Object.hasOwn(collection ?? {}, String(item))
}

/** The operators that convert their operands, as JavaScript does: two texts are compared or joined, all else is a number. */
const conversions: Readonly<Record<ConvertingOperator, (left: number, right: number) => unknown>> = {
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

/** Two objects or arrays are never converted: each equals only itself. */
function equals(ofLeft: unknown, ofRight: unknown): boolean {
  if (ofLeft === ofRight) return true
  if (!isPrimitive(ofLeft) && !isPrimitive(ofRight)) return false
  const [left, right] = [toPrimitive(ofLeft), toPrimitive(ofRight)]
  if (left === right) return true
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  return typeof left !== typeof right && Number(left) === Number(right)
}

/** As JavaScript converts: a list is its items, joined. No member of a document is called for it. A list of too many levels equals nothing. */
function toPrimitive(value: unknown, level = 0): Primitive {
  if (isPrimitive(value)) return value
  if (!Array.isArray(value)) return '[object Object]'
  if (level > 100) return Number.NaN
  return value.map((item: unknown) => toPrimitive(item, level + 1) ?? '').join(',')
}

function isPrimitive(value: unknown): value is Primitive {
  return typeof value !== 'object' || value === null
}
