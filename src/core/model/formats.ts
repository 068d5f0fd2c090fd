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
] as const

export type Format = (typeof formats)[number]

export function isFormat(name: string): name is Format {
  return formats.some((format) => format === name)
}
