/** What the settings say of how to start gov. */
export interface Start {
  readonly path: string
  readonly useNpx: boolean
  /** Absolute: of gov in the workspace's `node_modules`; undefined where it is not there. */
  readonly installed: string | undefined
  readonly platform: string
}

export interface Command {
  readonly command: string
  readonly args: string[]
  /** Windows starts npm's programs in a shell only. */
  readonly options: { readonly shell: boolean }
}

/** The command that starts the server. */
export function commandOf({ path, useNpx, installed, platform }: Start): Command {
  const isWindows = platform === 'win32'
  const server = ['lsp', '--stdio']
  if (path === '' && useNpx)
    return { command: 'npx', args: ['--yes', '@gov-cli/gov', ...server], options: { shell: isWindows } }
  const command = path || installed || 'gov'
  const isScript = isWindows && !/\.exe$/i.test(command)
  return { command: isScript ? `"${command}"` : command, args: server, options: { shell: isScript } }
}
