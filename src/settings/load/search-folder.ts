import { basename } from 'node:path'

/** The key of `package.json` that holds a config. */
export const packageKey = 'governance'

/**
 * The config of a folder, found by cosmiconfig. Its `Explorer` alone: the functions that the package exports run
 * `.config/config.js` of the working directory (docs/decisions/cosmiconfig.md).
 */
export async function searchFolder(folder: string, places: readonly string[]): Promise<string | undefined> {
  const { Explorer } = await import('cosmiconfig/dist/Explorer.js')
  const explorer = new Explorer({
    moduleName: packageKey,
    packageProp: packageKey,
    searchPlaces: places,
    searchStrategy: 'none',
    loaders: { default: load },
    metaConfigFilePath: null,
    ignoreEmptySearchPlaces: false,
    cache: false,
    transform: (found) => found,
  })
  const found = await explorer.search(folder)
  const isEmptyPackage = found?.isEmpty === true && basename(found.filepath) === 'package.json'
  return isEmptyPackage ? undefined : found?.filepath
}

/** Only whether there is a config: no value, so that cosmiconfig finds nothing to follow, such as a `$import`. */
function load(file: string, text: string): object {
  if (basename(file) !== 'package.json') return {}
  return holdsConfig(text) ? { [packageKey]: {} } : {}
}

/** A `package.json` that cannot be read as JSON may hold a config when it says so: found, so that its fault is reported. */
function holdsConfig(text: string): boolean {
  if (!text.includes(`"${packageKey}"`)) return false
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null && Object.hasOwn(value, packageKey)
  } catch {
    return true
  }
}
