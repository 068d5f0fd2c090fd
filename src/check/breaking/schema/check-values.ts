import { isRecord } from '../../../core/model/record.ts'
import { isWritten, renderJson } from '../numbers.ts'
import { findType, hasType } from './check-types.ts'
import type { Compared, Use } from './compare.ts'
import { isPast, limits } from './limits.ts'
import { canonical } from './schema-node.ts'
import { isType, listedValues, type SchemaView } from './schema-view.ts'

/** Lists of values: enum, const, and the extensible enum that clients are to expect more of. */
export function checkValues(compared: Compared): void {
  checkEnum(compared)
  checkConstant(compared)
  checkListedObjects(compared)
  if (compared.judgedAs === 'request') checkExtensibleEnum(compared)
}

function checkEnum({ oldView, newView, within, allowed, use, judgedAs, report }: Compared): void {
  if (allowed.values === undefined || isOnlyNull(within)) return
  // Clients were told that the list grows.
  if (judgedAs === 'response' && oldView.first('x-extensible-enum')) return
  const listed = new Set(allowed.values.map((value) => renderValue(value, use)))
  if (isType(within, 'boolean') && [true, false].every((value) => listed.has(renderValue(value, use)))) return
  const others = listedValues(within)?.filter(
    (value) => value !== null && !listed.has(renderValue(value, use)),
  )
  if (others === undefined && judgedAs === 'request')
    report(
      'breaking-request-enum-added',
      `now has to be one of ${list(newView.values ?? [])}`,
      listAll(newView.values),
    )
  else if (others === undefined)
    report('breaking-response-enum-removed', 'may now be other values than those that were listed')
  else if (judgedAs === 'response' && isReplaced(allowed.values, within, use))
    report(
      'breaking-response-const-changed',
      `was ${list(allowed.values.length > 0 ? allowed.values : [null])} and may now be ${list(others)}`,
      listAll(others),
    )
  else if (others.length > 0) {
    const [rule, what] =
      judgedAs === 'request'
        ? (['breaking-request-enum-narrowed', 'can no longer be'] as const)
        : (['breaking-response-enum-widened', 'may now also be'] as const)
    report(rule, `${what} ${list(others)}`, listAll(others))
  }
}

/** Whether no other type is left: whether null is valid is compared with the types. */
function isOnlyNull({ types, constant }: SchemaView): boolean {
  return types?.size === 0 || constant?.value === null
}

/** Whether no value is left that was listed: clients meet none that they know. */
function isReplaced(values: readonly unknown[], view: SchemaView, use: Use): boolean {
  const kept = new Set(listedValues(view)?.map((value) => renderValue(value, use)))
  return kept.size > 0 && !values.some((value) => kept.has(renderValue(value, use)))
}

function renderValue(value: unknown, { isText }: Pick<Use, 'isText'>): string {
  return renderJson(isText ? toTexts(value) : value, true)
}

/** Whether a value is not valid by what the schema says of it alone. */
export function isRefused(value: unknown, view: SchemaView): boolean {
  const listed = listedValues(view)
  if (listed?.every((each) => canonical(each) !== canonical(value))) return true
  if (view.types !== undefined && !hasType(view, findType(value))) return true
  // How often something is contained does not show here.
  return limits.some((limit) => {
    const bound = /Contains$/.test(limit.keyword) ? undefined : view.limits.get(limit.keyword)
    return bound !== undefined && isPast(value, limit, bound)
  })
}

function checkConstant({ within, allowed, use, judgedAs, report }: Compared): void {
  if (allowed.constant === undefined) return
  const { value: wanted } = allowed.constant
  if (wanted === null && (isOnlyNull(within) || within.values?.length === 0)) return
  if (listedValues(within)?.every((value) => renderValue(value, use) === renderValue(wanted, use))) return
  const what = judgedAs === 'request' ? 'now has to be' : 'is no longer always'
  report(`breaking-${judgedAs}-const-changed`, `${what} \`${renderJson(wanted)}\``)
}

/** Refuses properties that only the other version describes, where objects are listed: their inside is not looked at. */
function checkListedObjects({ within, allowed, report }: Compared): void {
  const isListed = listedValues(within)?.some((value) => isRecord(value) && !isWritten(value)) === true
  const isNew = [...allowed.properties.keys()].some((name) => !within.properties.has(name))
  if (isListed && isNew && listedValues(allowed) === undefined)
    report('breaking-not-compared', 'cannot be compared: objects are among its values')
}

function checkExtensibleEnum({ oldView, newView, report }: Compared): void {
  const [oldValues, newValues] = [extensible(oldView), extensible(newView)]
  const listed = new Set(newValues?.map((each) => renderJson(each)))
  const removed =
    newValues === undefined ? [] : (oldValues?.filter((value) => !listed.has(renderJson(value))) ?? [])
  if (removed.length > 0)
    report('breaking-request-enum-narrowed', `can no longer be ${list(removed)}`, listAll(removed))
}

function extensible(view: SchemaView): readonly unknown[] | undefined {
  const values = view.first('x-extensible-enum')
  return Array.isArray(values) ? values : undefined
}

/** The default that a schema says, if it does: two that mean the same are the same text. */
export function readDefault(view: SchemaView, use: Pick<Use, 'isText'>): string | undefined {
  const value = view.first('default')
  return value === undefined ? undefined : renderValue(value, use)
}

/** Values as they are sent as text, where 1 and "1" are the same. */
function toTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toTexts)
  if (isWritten(value) || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toTexts(inner)]))
}

function list(values: readonly unknown[]): string {
  const shown = values
    .slice(0, mostNamed)
    .map((value) => `\`${renderJson(value)}\``)
    .join(', ')
  return values.length > mostNamed ? `${shown} and ${values.length - mostNamed} more` : shown
}

/** More values than this would hide what the message says. */
const mostNamed = 5

function listAll(values: readonly unknown[] = []) {
  return { values: values.length > mostNamed ? values.map((value) => renderJson(value)) : undefined }
}
