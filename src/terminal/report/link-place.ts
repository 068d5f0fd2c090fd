import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Run } from '../../core/model/run.ts'
import { isUrl, parseUrl } from '../../core/text/url.ts'
import { isOnDrive, toRepositoryPath } from '../../reporters/file-place.ts'
import type { PlaceLinker } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'

/**
 * The address of a place, for a terminal that has links (OSC 8). It ends with the line that a click opens: `#12` for kitty,
 * `#L12,3` for the terminals of VS Code and its relatives. Others get none: some would look for a file with that name.
 */
export function createPlaceLinker({
  io,
  cwd,
  env,
}: Pick<Context, 'io' | 'cwd' | 'env'>): PlaceLinker | undefined {
  if (!io.hyperlinks) return undefined
  const { TERM_PROGRAM, TERM, KITTY_WINDOW_ID } = env
  const isKitty = TERM === 'xterm-kitty' || KITTY_WINDOW_ID
  return (file, line, column) => {
    const end = TERM_PROGRAM === 'vscode' ? `#L${line},${column}` : isKitty ? `#${line}` : ''
    return pathToFileURL(resolve(cwd, file)).href + end
  }
}

/** The addresses of lines in the commit that a job of GitHub or GitLab checks; undefined where no such job runs. */
export function createForgeLinker(run: Pick<Run, 'folder'>, env: Context['env']): PlaceLinker | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA } = env
  const [repository, commit] = GITHUB_SHA
    ? [`${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/`, GITHUB_SHA]
    : [`${CI_PROJECT_URL}/-/blob/`, CI_COMMIT_SHA ?? '']
  const base = /^https?:/.test(repository) && parseUrl(repository)
  if (!base || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined
  return (file, line) => {
    const path = toRepositoryPath(file, run)
    if (/^(?:\.\.)?\//.test(path) || isUrl(path) || isOnDrive(path)) return ''
    return `${base.href}${commit}/${path.split('/').map(encodeURIComponent).join('/')}#L${line}`
  }
}
