import { isRecord } from '../../model/record.ts'
import { type ApiDocument, child, isTrue, type Node } from '../document.ts'
import { compareSunsets, removalOf } from './announced.ts'
import { contentOf, ownSchemaOf } from './content.ts'
import type { Operation } from './operation.ts'
import { type Parameter, parametersOf } from './parameters.ts'
import type { Scope } from './scope.ts'

export function compareParameters(before: Operation, after: Operation, scope: Scope): void {
  const [base, head] = [parametersOf(before, scope.base), parametersOf(after, scope.head)]
  for (const [key, parameter] of base) {
    const other = head.get(key)
    if (other) compareParameter(parameter, other, scope)
    else if (parameter.isUsed) reportRemoved(parameter, after, scope)
  }
  for (const [key, { name, in: place, isRequired, isUsed, at }] of head)
    if (isRequired && isUsed && !base.has(key))
      scope.report(
        'breaking-parameter-added',
        `the ${place} parameter \`${name}\` is new and required`,
        before.at,
        at,
      )
}

function reportRemoved({ name, in: place, at }: Parameter, after: Operation, { today, report }: Scope): void {
  const removal = removalOf(at, today)
  const what = `the ${place} parameter \`${name}\` was removed`
  if (removal.kind === 'unannounced') report('breaking-parameter-removed', what, at, after.at)
  if (removal.kind === 'undated')
    report('breaking-parameter-removed', `${what}; it was deprecated without a date`, at, after.at)
  if (removal.kind === 'early')
    report('breaking-parameter-removed-before-sunset', `${what}, ${removal.why}`, at, after.at)
}

function compareParameter(before: Parameter, after: Parameter, scope: Scope): void {
  const what = `the ${after.in} parameter \`${after.name}\``
  if (after.isRequired && !before.isRequired)
    scope.report('breaking-parameter-became-required', `${what} is now required`, before.at, after.at)
  if (!after.isRequired && !before.isRequired) compareDefaults(before.at, after.at, what, scope)
  compareSunsets(before.at, after.at, what, scope)
  compareWire(before, after, what, scope)
  const [some, others] = [contentOf(before.at, scope.base)[0], contentOf(after.at, scope.head)[0]]
  const use = { direction: 'request', isText: some === undefined && others === undefined } as const
  if (becameList(before, after, scope)) compareItems(before, after, what, scope)
  else
    scope.compare(some?.schema ?? ownSchemaOf(before.at), others?.schema ?? ownSchemaOf(after.at), use, what)
}

function compareDefaults(before: Node, after: Node, what: string, { base, head, report }: Scope): void {
  const [some, other] = [defaultOf(before, base), defaultOf(after, head)]
  if (some === other) return
  const message = `the default of ${what} was ${some ?? 'none'} and is now ${other ?? 'none'}`
  report('breaking-parameter-default-changed', message, before, after)
}

function defaultOf(at: Node, api: Scope['base']): string | undefined {
  const { value } = ownSchemaOf(at)
  const schema = api.follow(value)?.value ?? value
  return isRecord(schema) ? JSON.stringify(schema.default) : undefined
}

/** How a parameter is written: a list in commas is not a list in repeated names. */
function compareWire(before: Parameter, after: Parameter, what: string, { base, head, report }: Scope): void {
  const [some, other] = [wireOf(before), wireOf(after)]
  if (some === other || isPlain(before.at, base) || isPlain(after.at, head)) return
  report(
    'breaking-parameter-style-changed',
    `${what} was sent as ${some} and is now ${other}`,
    before.at,
    after.at,
  )
}

/** `?a=1` is also a list of one, if a list is sent by repeating the name. */
function becameList(before: Parameter, after: Parameter, scope: Scope): boolean {
  return (
    isPlain(before.at, scope.base) &&
    typesOf(after.at, scope.head).includes('array') &&
    wireOf(after) === 'form, explode'
  )
}

function compareItems(before: Parameter, after: Parameter, what: string, scope: Scope): void {
  const schema = ownSchemaOf(after.at)
  const items = child(scope.head.follow(schema.value) ?? schema, 'items', scope.head)
  const any = { value: {}, path: schema.path }
  scope.compare(ownSchemaOf(before.at), items ?? any, { direction: 'request', isText: true }, what)
}

function isPlain(at: Node, api: ApiDocument): boolean {
  const types = typesOf(at, api)
  return types.length > 0 && !types.includes('array') && !types.includes('object')
}

function typesOf(at: Node, api: ApiDocument): readonly unknown[] {
  const { value } = ownSchemaOf(at)
  const schema = api.follow(value)?.value ?? value
  return isRecord(schema) && schema.type !== undefined ? [schema.type].flat() : []
}

const collections: Readonly<Record<string, string>> = {
  csv: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  multi: 'form, explode',
}

function wireOf({ in: place, at }: Parameter): string {
  const record = isRecord(at.value) ? at.value : {}
  const isForm = place === 'query' || place === 'cookie'
  if (record.type !== undefined) {
    const format = typeof record.collectionFormat === 'string' ? record.collectionFormat : 'csv'
    return isForm ? (collections[format] ?? format) : 'simple'
  }
  const style = typeof record.style === 'string' ? record.style : isForm ? 'form' : 'simple'
  const explodes = record.explode === undefined ? style === 'form' : isTrue(at, 'explode')
  return explodes ? `${style}, explode` : style
}
