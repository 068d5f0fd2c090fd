import type { CosmiconfigResult, Options } from 'cosmiconfig'
// The package's front door runs `.config/config.js` (or .ts, .cjs, .mjs) of the working directory before anything
// else, whatever its options say: code from a pull request would run with the gate's token. Its explorer does not.
import * as explorers from 'cosmiconfig/dist/Explorer.js'
import { parseDocument } from '../document.ts'

export const configFiles = ['.governance.yml', '.governance.yaml', '.governance.json'] as const

/** The key of `package.json` that holds a config. */
export const packageKey = 'governance'

interface ExplorerOptions extends Omit<Options, 'stopDir'> {
  readonly moduleName: string
  readonly metaConfigFilePath: null
}

interface Explorers {
  readonly Explorer: new (
    options: ExplorerOptions,
  ) => { readonly search: (folder: string) => Promise<CosmiconfigResult> }
}

/** Says that a config is there, and reads nothing: what it says is read once, with its lines, elsewhere. */
const found = () => ({ found: true })

/** A `package.json` that cannot be parsed may hold a config: found, so that the fault is told. */
function inPackage(_path: string, text: string): object {
  try {
    const { value } = parseDocument(text, 'json')
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, packageKey)
    return holds ? { [packageKey]: found() } : {}
  } catch {
    return { [packageKey]: found() }
  }
}

const options: ExplorerOptions = {
  moduleName: packageKey,
  packageProp: packageKey,
  searchPlaces: [...configFiles, 'package.json'],
  searchStrategy: 'none',
  ignoreEmptySearchPlaces: false,
  cache: false,
  metaConfigFilePath: null,
  mergeImportArrays: false,
  mergeSearchPlaces: false,
  transform: (result) => result,
  loaders: {
    '.yml': found,
    '.yaml': found,
    '.json': (path, text) => (path.endsWith('package.json') ? inPackage(path, text) : found()),
  },
}

/** The config of one folder, as cosmiconfig finds it: a path, or nothing. It skips what it may not read. */
export async function discoverIn(folder: string): Promise<string | undefined> {
  const { Explorer } = explorers as unknown as Explorers
  const result = await new Explorer(options).search(folder)
  return result?.filepath
}
