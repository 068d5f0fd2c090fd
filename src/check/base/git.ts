import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Env } from '../world.ts'
import { createBlobReader } from './git-blobs.ts'

/** Asks git about one repository, and changes nothing in it: neither its index, nor its work tree. */
export interface Git {
  readonly text: (...argv: readonly string[]) => Promise<string>
  /** Without empty ones. */
  readonly lines: (...argv: readonly string[]) => Promise<readonly string[]>
  /** The content of an object, by its id. */
  readonly blob: (id: string) => Promise<Uint8Array>
}

/** A git command that ended with an error. */
export class GitError extends Error {
  override readonly name = 'GitError'
  /** Its exit code; undefined where it was killed. */
  readonly status: number | undefined

  constructor(cause: unknown) {
    super(describeGitError(cause), { cause })
    const status = isRecord(cause) ? cause.code : undefined
    this.status = typeof status === 'number' ? status : undefined
  }
}

/** In a hook, these lead to the repository, the index or the objects that git is working on, whatever the folder. */
const misleading =
  /^GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|\w+_PATHSPECS|TRACE\w*)$/

const ours = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
}

const mostBytes = 1024 * 1024 * 1024
const longestMs = 120_000

export function createGit(cwd: string, env: Env): Git {
  const own = Object.entries(env).filter(([name]) => !misleading.test(name))
  const options = {
    cwd,
    env: { ...Object.fromEntries(own), ...ours },
    maxBuffer: mostBytes,
    timeout: longestMs,
  }
  const bytes = async (...argv: readonly string[]): Promise<Uint8Array> => {
    try {
      return (await promisify(execFile)('git', argv, { ...options, encoding: 'buffer' })).stdout
    } catch (error) {
      if (findErrorCode(error) === 'ENOENT')
        throw usageError('git-missing', 'git not found', 'Install git.', error)
      throw new GitError(error)
    }
  }
  const text: Git['text'] = async (...argv) =>
    new TextDecoder().decode(await bytes(...argv)).replace(/\n$/, '')
  const readBlob = createBlobReader(options)
  return {
    text,
    lines: async (...argv) => splitLines(await text(...argv)),
    // What a command of its own says tells why an object cannot be read.
    blob: async (id) => (await readBlob(id)) ?? bytes('cat-file', 'blob', id),
  }
}

export function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** The first line that git says, without its prefix. */
function describeGitError(error: unknown): string {
  const [first = ''] = (isRecord(error) ? String(error.stderr ?? '') : '').trim().split('\n')
  return first.replace(/^(fatal|error): /, '') || 'git failed'
}
