/** What the settings say of how to start gov. */
export interface Start {
  readonly path: string
  readonly useNpx: boolean
  /** npm has a release of gov; before, its name there is nobody's. */
  readonly isPublished: boolean
  readonly flags: readonly string[]
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
export function commandOf({ path, useNpx, isPublished, flags, installed, platform }: Start): Command {
  const isWindows = platform === 'win32'
  const quoted = (flag: string) => (/[^\w./\\:=@-]/.test(flag) ? `"${flag.replaceAll('"', '""')}"` : flag)
  const listArgs = (shell: boolean) => ['lsp', '--stdio', ...(shell ? flags.map(quoted) : flags)]
  if (path === '' && useNpx && isPublished)
    return {
      command: 'npx',
      args: ['--yes', '@gov-cli/gov', ...listArgs(isWindows)],
      options: { shell: isWindows },
    }
  const command = path || installed || 'gov'
  const isScript = isWindows && !/\.exe$/i.test(command)
  return {
    command: isScript ? `"${command}"` : command,
    args: listArgs(isScript),
    options: { shell: isScript },
  }
}

/** The variables of a file of `NAME=value` lines; quotes around a value, `export` and lines with `#` are as in a shell. */
export function readEnv(text: string): Record<string, string> {
  const line = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*("[^"\r\n]*"|'[^'\r\n]*'|[^\r\n]*)/gm
  return Object.fromEntries(
    [...text.matchAll(line)].map(([, name = '', value = '']) => [
      name,
      /^["']/.test(value) ? value.slice(1, -1) : value.replace(/(?:^|\s)#.*$/, '').trim(),
    ]),
  )
}
