import {
  accept,
  type ExpressionCursor,
  expect,
  fail,
  parseRegex,
  read,
  readStringLiteral,
  showNext,
  skipWhitespace,
  startsWithToken,
  toPattern,
} from './cursor.ts'
import { globalFunctions, isMethod, kindTests } from './functions.ts'
import type { BinaryOperator, Expression, QueryVariable, UnaryOperator } from './query.ts'

/** `=~` and `~=` match a text against a pattern; they become calls. */
type ExpressionOperator = BinaryOperator | '=~' | '~='

/** The greater binds tighter; operators of one row are read from the left. */
const rows: readonly (readonly ExpressionOperator[])[] = [
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!=', '=~', '~='],
  ['<=', '>=', '<', '>', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]
const operators: ReadonlyMap<string, { readonly operator: ExpressionOperator; readonly row: number }> =
  new Map(rows.flatMap((row, index) => row.map((operator) => [operator, { operator, row: index }] as const)))
const anyOperator = /\|\||&&|[!=]==?|=~|~=|[<>]=?|in(?![\w$])|[-+*/%]/y

const unaryOperators: readonly UnaryOperator[] = ['!', '-', '+', 'typeof', 'void']

const variables: Readonly<Record<string, QueryVariable>> = {
  '@': 'value',
  '@root': 'root',
  '@property': 'property',
  '@parent': 'parent',
  '@parentProperty': 'parentProperty',
  '@path': 'path',
  $: 'root',
  index: 'property',
}

const constants: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/** Nested deeper than any filter is written, and far from the end of the stack. */
const maxDepth = 100

function parseNested(cursor: ExpressionCursor, parse: (cursor: ExpressionCursor) => Expression): Expression {
  cursor.depth++
  if (cursor.depth > maxDepth) fail(cursor, 'the expression is nested too deeply')
  const expression = parse(cursor)
  cursor.depth--
  return expression
}

/** Reads one filter expression from the cursor on, as far as it goes. Throws JsonPathError. */
export function parseExpression(cursor: ExpressionCursor): Expression {
  return parseNested(cursor, parseConditional)
}

function parseConditional(cursor: ExpressionCursor): Expression {
  const test = parseBinary(cursor, 0)
  skipWhitespace(cursor)
  if (!accept(cursor, '?')) return test
  const yes = parseExpression(cursor)
  expect(cursor, ':')
  return { kind: 'conditional', test, yes, no: parseExpression(cursor) }
}

/** The operands of operators from `lowest` up: a looser one is left to the caller. */
function parseBinary(cursor: ExpressionCursor, lowest: number): Expression {
  let left = parseUnary(cursor)
  for (;;) {
    skipWhitespace(cursor)
    const start = cursor.at
    const next = operators.get(read(cursor, anyOperator) ?? '')
    if (!next || next.row < lowest) {
      cursor.at = start
      return left
    }
    left = combine(cursor, next.operator, left, parseBinary(cursor, next.row + 1), start)
  }
}

function combine(
  cursor: ExpressionCursor,
  operator: ExpressionOperator,
  left: Expression,
  right: Expression,
  start: number,
): Expression {
  if (operator !== '=~' && operator !== '~=') return { kind: 'binary', operator, left, right }
  const pattern = toPattern(cursor, right, start)
  return { kind: 'call', object: left, method: 'match', args: [{ kind: 'regex', pattern }] }
}

function parseUnary(cursor: ExpressionCursor): Expression {
  skipWhitespace(cursor)
  const operator = unaryOperators.find(
    (candidate) =>
      startsWithToken(cursor, candidate) &&
      !(/\w$/.test(candidate) && /\w/.test(cursor.text.charAt(cursor.at + candidate.length))),
  )
  if (!operator) return parseMembers(cursor, parsePrimary(cursor))
  cursor.at += operator.length
  return { kind: 'unary', operator, operand: parseNested(cursor, parseUnary) }
}

function parseMembers(cursor: ExpressionCursor, start: Expression): Expression {
  let object = start
  for (;;) {
    skipWhitespace(cursor)
    if (accept(cursor, '[')) {
      object = { kind: 'member', object, property: parseExpression(cursor) }
      expect(cursor, ']')
    } else if (accept(cursor, '?.') || accept(cursor, '.')) {
      object = parseNamed(cursor, object)
    } else return object
  }
}

function parseNamed(cursor: ExpressionCursor, object: Expression): Expression {
  skipWhitespace(cursor)
  const start = cursor.at
  const name = read(cursor, /[\p{L}_$][\p{L}\p{N}_$]*/uy)
  if (name === undefined) return fail(cursor, `a name expected, not ${showNext(cursor)}`)
  if (!startsWithToken(cursor, '(') && isComparison(object))
    fail(cursor, `a comparison has no members: put .${name} behind the ], as in [?(...)].${name}`, start)
  if (!startsWithToken(cursor, '('))
    return { kind: 'member', object, property: { kind: 'literal', value: name } }
  if (!isMethod(name)) return fail(cursor, `the method ${name} is not known`, start)
  return { kind: 'call', object, method: name, args: parsePatternArguments(cursor, name) }
}

/** Whether an expression is true or false, or nothing at all. */
function isComparison(expression: Expression): boolean {
  if (expression.kind === 'unary') return expression.operator === '!'
  if (expression.kind !== 'binary') return false
  const { operator, left, right } = expression
  if (operator === '&&' || operator === '||')
    return isComparison(right) && (operator === '&&' || isComparison(left))
  return !/[-+*/%]/.test(operator)
}

/** The first argument of `match` and its like is a pattern even when it is written as a string. */
function parsePatternArguments(cursor: ExpressionCursor, method: string): Expression[] {
  const start = cursor.at
  const args = parseArguments(cursor)
  const [first, ...others] = args
  if ((method !== 'match' && method !== 'search') || first === undefined) return args
  return [{ kind: 'regex', pattern: toPattern(cursor, first, start) }, ...others]
}

function parseArguments(cursor: ExpressionCursor): Expression[] {
  expect(cursor, '(')
  return parseList(cursor, ')')
}

function parseList(cursor: ExpressionCursor, closing: string): Expression[] {
  const items: Expression[] = []
  skipWhitespace(cursor)
  if (accept(cursor, closing)) return items
  do items.push(parseExpression(cursor))
  while (accept(cursor, ','))
  expect(cursor, closing)
  return items
}

function parsePrimary(cursor: ExpressionCursor): Expression {
  if (accept(cursor, '(')) {
    const inner = parseExpression(cursor)
    expect(cursor, ')')
    return inner
  }
  if (accept(cursor, '[')) return { kind: 'array', items: parseList(cursor, ']') }
  if (startsWithToken(cursor, '"') || startsWithToken(cursor, "'"))
    return { kind: 'literal', value: readStringLiteral(cursor) }
  if (startsWithToken(cursor, '/')) return parseRegex(cursor)
  const number = read(cursor, /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y)
  if (number !== undefined) return { kind: 'literal', value: Number(number) }
  return parseWord(cursor)
}

function parseWord(cursor: ExpressionCursor): Expression {
  const start = cursor.at
  const word = read(cursor, /@\w*|\$(?!\w)|[A-Za-z_]\w*(?:\.\w+(?=\s*\())?/y)
  if (word === undefined) return fail(cursor, `a value expected, not ${showNext(cursor)}`)
  if (constants.has(word)) return { kind: 'literal', value: constants.get(word) }
  if (startsWithToken(cursor, '(')) return parseCall(cursor, word, start)
  const variable = Object.hasOwn(variables, word) ? variables[word] : undefined
  if (!variable) return fail(cursor, `${word} is not known`, start)
  return { kind: 'variable', name: variable }
}

/** `@string()` and its like, `Object.keys(...)` and its like. */
function parseCall(cursor: ExpressionCursor, word: string, start: number): Expression {
  const args = parseArguments(cursor)
  const value: Expression = { kind: 'variable', name: 'value' }
  if (kindTests.has(word)) return { kind: 'function', name: word, args: [value] }
  if (globalFunctions.has(word)) return { kind: 'function', name: word, args }
  return fail(cursor, `the function ${word} is not known`, start)
}
