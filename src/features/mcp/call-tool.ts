import { readToken } from '../../check/config/environment.ts'
import { createSources } from '../../check/sources/sources.ts'
import {
  createUnattendedWorld,
  interruptedError,
  type OnProgress,
  type Progress,
  type World,
} from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { faultLog } from '../../core/model/failure.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { type Conceal, concealer } from '../../core/text/conceal.ts'
import { plural } from '../../core/text/wording.ts'
import type { Context } from '../../terminal/context.ts'
import { type AskFlags, checkRequest, type PolicyFlags } from '../../terminal/flags/ask-flags.ts'
import { type AnswerPage, createToolError, labelled, type Pages } from './answer.ts'
import { readResource } from './resources.ts'
import { createFence, type ListRoots, readInRoots } from './roots.ts'
import type { Tool, ToolCall } from './tool.ts'

export interface McpFlags extends AskFlags, PolicyFlags {
  readonly allowWrite?: boolean
  readonly base?: string
}

export interface AgentSession {
  readonly flags: McpFlags
  readonly context: Context
  readonly pages: Pages
  readonly listRoots: ListRoots
}

/** One call: its own surroundings, what was said meanwhile, and no credential in either direction. */
export async function callTool(
  { call }: Tool,
  args: unknown,
  session: AgentSession,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<AnswerPage> {
  const { context, pages } = session
  const lines: string[] = []
  const toolCall = createCall(session, signal, lines, onProgress)
  const conceal = await createConcealer(toolCall.world)
  try {
    refuseCredentials(args, conceal)
    const answer = await call(args, toolCall)
    if ('content' in answer) return answer
    return pages.first({ ...answer, lines: [...lines, ...answer.lines] }, conceal)
  } catch (error) {
    if (!(error instanceof GovError)) context.observe.log(faultLog(error, context.env))
    const answer = createToolError(error)
    return pages.first({ ...answer, lines: [...answer.lines, ...lines] }, conceal)
  }
}

/** Throws McpError. */
export async function callResource(uri: string, session: AgentSession, signal: AbortSignal) {
  const call = createCall(session, signal, [])
  return readResource(uri, call, await createConcealer(call.world))
}

function createCall(
  { flags, context, pages, listRoots }: AgentSession,
  signal: AbortSignal,
  lines: string[],
  progress?: OnProgress,
): ToolCall {
  const { io: _, ...world } = context
  const fence = createFence(world.cwd, listRoots)
  const ended = new AbortController()
  const end = () => ended.abort(interruptedError())
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const observe: World['observe'] = {
    warning: (text) => void lines.push(...labelled('warning: ', text)),
    note: (text) => void lines.push(...labelled('note: ', text)),
    log: world.observe.log,
    progress,
  }
  const createWorld = () => {
    const sources = readInRoots(createSources(world.cwd), fence)
    return createUnattendedWorld({ ...world, sources, observe }, () => ended.signal)
  }
  const requestFor = (files?: readonly string[]) => checkRequest(flags, context.env, files)
  return { world: createWorld(), createWorld, fence, requestFor, configFile: flags.config, pages }
}

const variables = ['GOV_TOKEN', 'GOV_ADMIN_TOKEN', 'GOV_GATEWAY_TOKEN'] as const

/** Also hides unusable credentials: the tools that need them report the error. */
async function createConcealer(world: World): Promise<Conceal> {
  const read = variables.map((variable) => readToken(world, variable).catch(() => undefined))
  const used = (await Promise.all(read)).flatMap((token) => (token ? [token.value.reveal] : []))
  const set = variables.map((variable) => () => world.env[variable]?.trim() ?? '')
  return concealer([...used, ...set])
}

/** Throws GovError, usage, for a credential: the agent's provider sees it, and a document may ask for it. */
function refuseCredentials(args: unknown, conceal: Conceal): void {
  // No tool takes what is nested so deeply that it has no text.
  const text = tryMake(() => JSON.stringify(args ?? {})) ?? ''
  if (conceal(text) === text) return
  const hint = 'Pass none: gov reads credentials from its own environment.'
  throw usageError('credential-in-arguments', 'the arguments contain a credential', hint)
}

export interface ProgressNote {
  readonly progress: number
  readonly total: number
  readonly message: string
}

const leastMs = 200

/** A few times a second at most. Progress only grows, though each check of a fix starts at zero. */
export function notifyProgress(send: (note: ProgressNote) => void, now: () => Date): OnProgress {
  let [before, sent, sentAt] = [0, 0, Number.NEGATIVE_INFINITY]
  let last: Progress = { done: 0, total: 0, issues: 0 }
  return (current) => {
    if (current.done < last.done) before += last.done
    last = current
    const progress = before + current.done
    const time = now().getTime()
    if (progress <= sent || time - sentAt < leastMs) return
    ;[sent, sentAt] = [progress, time]
    const message = `${current.done} of ${plural(current.total, 'request')} answered, issues so far: ${current.issues}`
    send({ progress, total: before + current.total, message })
  }
}
