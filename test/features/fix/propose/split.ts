import { parse, stringify } from 'yaml'
import type { Planted } from './planted.ts'

/** A document whose path items and schemas are files of their own, in the style of the first. */
export function split({ name, text }: Planted): Readonly<Record<string, string>> {
  const isJson = name.endsWith('.json')
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const write = (value: unknown) =>
    mark +
    (isJson ? JSON.stringify(value, null, 2) : stringify(value, { aliasDuplicateObjects: false })).replaceAll(
      '\n',
      newline,
    )
  const value = parse(text.replace(mark, ''))
  const files: Record<string, string> = {}
  const move = (holder: Record<string, unknown>, folder: string) => {
    for (const [index, key] of Object.keys(holder).entries()) {
      const file = `${folder}/part ${index}.${isJson ? 'json' : 'yaml'}`
      files[file] = write(JSON.parse(JSON.stringify(holder[key]).replaceAll('"#/', `"../${name}#/`)))
      holder[key] = { $ref: encodeURI(file) }
    }
  }
  move(value.paths, 'paths')
  move(value.components.schemas, 'schemas')
  return { ...files, [name]: write(value) }
}
