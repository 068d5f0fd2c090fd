import { type GovError, usageError } from './errors.ts'

/** Every format that `--format` takes; `reporters` has one reporter for each. */
export const formats = [
  'table',
  'json',
  'sarif',
  'junit',
  'github',
  'gitlab',
  'checkstyle',
  'teamcity',
  'azure',
  'markdown',
  'html',
  'unix',
] as const

export type Format = (typeof formats)[number]

export function isFormat(name: string): name is Format {
  return formats.some((format) => format === name)
}

/** Extensions that say which format a file is in. One that several formats have does not decide between them. */
const extensions: Readonly<Record<Format | 'csv' | 'yaml' | 'tap', readonly string[]>> = {
  table: ['.txt'],
  json: ['.json'],
  sarif: ['.sarif', '.sarif.json'],
  junit: ['.xml'],
  github: [],
  gitlab: [],
  checkstyle: ['.xml'],
  teamcity: [],
  azure: [],
  markdown: ['.md', '.markdown'],
  html: ['.html', '.htm'],
  unix: [],
  csv: ['.csv'],
  yaml: ['.yaml', '.yml'],
  tap: ['.tap'],
}

export type FileFormat = keyof typeof extensions

/** Names standard output where a file name is accepted. */
export const standardOutput = '-'

/** The format that a file's extension stands for, of those `known`, or the error that none or several do. */
export function inferFormat<Name extends FileFormat>(file: string, known: readonly Name[]): Name | GovError {
  const name = file.toLowerCase()
  const ends = known.flatMap((format) => extensions[format].map((end) => ({ format, end })))
  const fits = ends.filter(({ end }) => name.endsWith(end))
  const longest = Math.max(...fits.map(({ end }) => end.length))
  const [first, ...others] = fits.filter(({ end }) => end.length === longest).map(({ format }) => format)
  if (first === undefined) {
    const list = ends.map(({ end }) => end).filter((end, _, all) => all.indexOf(end) === all.lastIndexOf(end))
    return usageError(
      'output-extension',
      `${file} has no extension that stands for a format`,
      `Use ${list.join(', ')}, or name the format: ${known.join(', ')}.`,
    )
  }
  if (others.length === 0) return first
  const names = [first, ...others]
  const hint = `Name the format: ${names.map((format) => `${format}=${file}`).join(' or ')}.`
  return usageError('output-extension', `${file} may be in the format ${names.join(' or ')}`, hint)
}

/** The format named, else that of the file; `otherwise` for standard output and devices. Throws GovError, usage. */
export function resolveFormat<Name extends FileFormat>(
  named: Name | undefined,
  file: string | undefined,
  known: readonly Name[],
  otherwise: Name,
): Name {
  if (named !== undefined) return named
  if (file === undefined || file === standardOutput || /^\/(?:dev\/(?!shm\/)|proc\/)/.test(file))
    return otherwise
  const format = inferFormat(file, known)
  if (typeof format === 'string') return format
  throw format
}
