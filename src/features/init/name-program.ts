import { readFile } from 'node:fs/promises'
import { delimiter, relative } from 'node:path'
import { parsedJson } from '../../core/text/json.ts'

/**
 * The command that starts this program again in `cwd`. What npx fetched is on the PATH in a folder whose package.json
 * has its specifier, which may be the checkout that `cwd` is in.
 */
export async function nameProgram(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<string> {
  if (env.npm_command !== 'exec') return 'gov'
  const [folder] =
    /^.*[\\/]_npx[\\/][^\\/]+(?=[\\/]node_modules)/.exec(env.PATH?.split(delimiter)[0] ?? '') ?? []
  if (folder === undefined) return 'npx gov'
  const fetched = parsedJson(await readFile(`${folder}/package.json`, 'utf8').catch(() => '{}'))
  const [specifier]: unknown[] = Object(Object(fetched)._npx).packages ?? []
  if (typeof specifier !== 'string' || !relative(specifier, cwd).startsWith('..')) return 'npx gov'
  return `npx --package ${/^[\w./:@+#-]+$/.test(specifier) ? specifier : JSON.stringify(specifier)} gov`
}
