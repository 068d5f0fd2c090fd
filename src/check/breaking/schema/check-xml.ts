import { isRecord } from '../../../core/model/record.ts'
import { jsonText } from '../numbers.ts'
import type { Compared } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** How a value is written in XML. */
export function checkXml({ base, head, use, report }: Compared): void {
  if (!use.isXml || isList(base) !== isList(head)) return
  const [before, after] = [readXml(base), readXml(head)]
  const names = [readXmlName(base, before), readXmlName(head, after)]
  for (const keyword of ['name', 'namespace', 'prefix', 'nodeType'] as const) {
    const isImplied = keyword === 'name' && (before.name ?? after.name) !== undefined
    const [some, other] = isImplied ? names : [before[keyword], after[keyword]]
    const message = `had xml.${keyword} ${jsonText(some ?? 'none')} and now has ${jsonText(other ?? 'none')}`
    if (some !== other) report(`breaking-${use.direction}-encoding-changed`, message)
  }
}

interface Xml {
  readonly name: unknown
  readonly namespace: unknown
  readonly prefix: unknown
  readonly nodeType: unknown
}

/** With the kind of node as 3.2 writes it. A list without an element of its own has no name. */
function readXml(view: SchemaView): Xml {
  const written = view.xml.map(({ value }) => value).filter(isRecord)
  const { name, namespace, prefix, ...xml }: Record<string, unknown> = Object.assign(
    {},
    ...written.toReversed(),
  )
  const former = xml.attribute === true ? 'attribute' : xml.wrapped === true ? 'element' : undefined
  const nodeType = xml.nodeType ?? former ?? (isList(view) ? 'none' : 'element')
  return { name: isList(view) && nodeType === 'none' ? undefined : name, namespace, prefix, nodeType }
}

function isList({ types }: SchemaView): boolean {
  return types?.has('array') === true
}

/** Without a name of its own, an element has that of the property or component. */
function readXmlName({ at }: SchemaView, { name }: Xml): unknown {
  const isNamed = ['properties', 'schemas', 'definitions'].includes(String(at.path.at(-2)))
  return name ?? (isNamed ? at.path.at(-1) : undefined)
}
