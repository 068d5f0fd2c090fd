import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ErrorCode, McpError, RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { fenceFault } from '../../check/sources/fence.ts'
import type { Sources } from '../../check/sources/sources.ts'
import { usageError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { tryMake } from '../../core/model/try-make.ts'

/** The folders and files that the agent has open; undefined: it names none. Throws GovError, usage. */
export type ListRoots = () => Promise<readonly string[] | undefined>

const longestMs = 10_000

/** Asks when a call first needs them, and again after they have changed. */
export function createAgentRoots(server: Server): ListRoots {
  let known: ReturnType<ListRoots> | undefined
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    known = undefined
  })
  return () => {
    known ??= askRoots(server).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}

/** The SDK's own schema refuses all of them for one whose scheme is not `file`. */
const answerSchema = () => z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) })

/** An agent that has nothing open, as inspectors do, names no roots. */
async function askRoots(server: Server): ReturnType<ListRoots> {
  if (!server.getClientCapabilities()?.roots) return undefined
  try {
    const { roots } = await server.request({ method: 'roots/list' }, answerSchema(), { timeout: longestMs })
    if (roots.length === 0) return undefined
    return await Promise.all(roots.flatMap(({ uri }) => findFolder(uri) ?? []))
  } catch (error) {
    if (error instanceof McpError && error.code === ErrorCode.MethodNotFound) return undefined
    const hint = 'Call again, or open the folder of the files in the agent.'
    const message = `the agent does not say what its roots are: ${readMessage(error)}`
    throw usageError('roots-unknown', message, hint)
  }
}

/** Nothing can be in a root that is no folder of this machine. */
function findFolder(uri: string): Promise<string> | undefined {
  const folder = tryMake(() => fileURLToPath(uri))
  return folder === undefined ? undefined : realpath(folder).catch(() => folder)
}

export type CallFence = ReturnType<typeof createFence>

/** Refuses files, after resolving `..` and links: a document may have told the agent to read them. */
export function createFence(cwd: string, listRoots: ListRoots) {
  /** Throws GovError, usage: one is outside the agent's roots. */
  const requireInRoots = async (files: readonly string[]) => {
    const roots = await listRoots()
    for (const file of roots ? files : []) {
      const faults = await Promise.all((roots ?? []).map((folder) => findFault(file, folder, 'its root')))
      if (faults.includes(undefined)) continue
      const hint = 'Name files in what is open in the agent, or open their folder there.'
      throw usageError('file-outside', `${file} is outside the roots of the agent`, hint)
    }
  }
  const findFault = (file: string, folder: string, name: string) =>
    fenceFault(resolve(cwd, file), { folder, name }, 'read')
  return {
    requireInRoots,
    /** Throws GovError, usage: one is outside the working directory, or outside the agent's roots. */
    requireInside: async (files: readonly string[]) => {
      const folder = await realpath(cwd).catch(() => cwd)
      for (const file of files) {
        const fault = await findFault(file, folder, 'the working directory')
        const hint = 'Name files in the working directory of gov mcp.'
        if (fault !== undefined) throw usageError('file-outside', `${file} ${fault}`, hint)
      }
      await requireInRoots(files)
    },
  }
}

/** Reads definitions, whoever names them, in the roots only. */
export function readInRoots(sources: Sources, { requireInRoots }: CallFence): Sources {
  return {
    ...sources,
    readDefinition: async (file) => {
      await requireInRoots([file])
      return sources.readDefinition(file)
    },
    readSent: async (file) => {
      await requireInRoots([file])
      return sources.readSent(file)
    },
  }
}
