import type { Report } from './ruleset-text.ts'

/** A function that a ruleset brings along, and the file that exports it, relative to the ruleset's folder. */
export interface FunctionName {
  readonly name: string
  readonly file: string
  /** The JSON Schema of its options; undefined: the function's own. */
  readonly options: unknown
}

/** Reads `functions`: names of files in `functionsDir`, each alone or in a pair with a schema of its options. */
export function readFunctionNames(
  entries: readonly unknown[],
  folder = 'functions',
  report: Report,
): readonly FunctionName[] {
  return entries.flatMap((entry, index) => {
    const [path, options] = Array.isArray(entry) ? entry : [entry]
    if (typeof path === 'string' && path !== '')
      return [{ name: nameOf(path), file: fileOf(folder, path), options }]
    report(
      ['functions', index],
      'must be the name of a file without its ending, or a pair of one and a JSON Schema',
    )
    return []
  })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fileOf(folder: string, path: string): string {
  const from = /^(?:\.{0,2}\/|[a-z]:)/i.test(folder) ? folder : `./${folder}`
  return `${from.replace(/\/$/, '')}/${path}.js`
}
