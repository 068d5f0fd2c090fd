/** cosmiconfig keeps the types of its `Explorer` to itself. */
declare module 'cosmiconfig/dist/Explorer.js' {
  interface Found {
    readonly filepath: string
    readonly isEmpty?: boolean
  }

  interface Options {
    readonly moduleName: string
    readonly packageProp: string
    readonly searchPlaces: readonly string[]
    readonly searchStrategy: 'none'
    readonly loaders: { readonly default: (file: string, text: string) => object }
    readonly metaConfigFilePath: null
    readonly ignoreEmptySearchPlaces: boolean
    readonly cache: boolean
    readonly transform: (found: Found | null) => Found | null
  }

  export class Explorer {
    constructor(options: Options)
    search(folder: string): Promise<Found | null>
  }
}
