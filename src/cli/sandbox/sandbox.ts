import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { exitCodes } from '../../model/errors.ts'
import type { Context } from '../terminal/context.ts'
import { addLimitFlags, type LimitFlags, readLimits, readNumber, readWorkLimits } from './serve-limits.ts'

interface ServeFlags extends LimitFlags {
  readonly workspace: string
  readonly port: string
  readonly host: string
  readonly persist?: boolean
}

const examples = `
Examples:
  gov sandbox serve --workspace fixtures/workspace --port 8090
  gov sandbox serve --workspace my-workspace --persist
  gov sandbox serve --workspace my-workspace --port 0 --max-issues none

Then, with the access_key of a user of the workspace, or the secrets in its workspace.yml:
  GOV_TOKEN=demo-key-pipeline gov check --url http://127.0.0.1:8090 \\
      --api-id payments --ruleset-id rs-security
  GOV_ADMIN_TOKEN=demo-admin-secret gov user get 64b0c1e2a1dcd60001d0e102 \\
      --url http://127.0.0.1:8090
  curl http://127.0.0.1:8090/openapi.json`

export function addSandbox(program: Command, context: Context, done: (exitCode: number) => void): void {
  const sandbox = program
    .command('sandbox')
    .summary('serve the embedded sandbox over HTTP')
    .description(
      'The embedded sandbox: the operations of a dashboard and its gateway over a folder of files (the workspace).',
    )
  const serve = sandbox
    .command('serve')
    .summary('serve a workspace until interrupted')
    .description(
      'Serves the workspace over HTTP, on this machine and under its names only, unless --host says otherwise. GET /openapi.json ' +
        'describes every operation. What operations change is kept in memory and gone with the process; with ' +
        '--persist it is in the folder before it is answered, and stays there whatever happens to the process. ' +
        'One process at a time persists a folder: another is refused.',
    )
    .requiredOption('--workspace <folder>', 'the folder to serve')
    .option('--port <number>', '0 takes any free port', '8090')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--persist', 'write changes into the folder, each before it is answered')
  addLimitFlags(serve)
    .addHelpText('after', examples)
    .action(async (flags: ServeFlags) => done(await runSandboxServe(flags, context)))
}

/** Each takes memory of its own, whatever it does. */
const mostThreads = 4

/** Serves until SIGINT or SIGTERM, which are the way to end it: exit 0. */
export async function runSandboxServe(flags: ServeFlags, context: Context): Promise<number> {
  if (!flags.persist) return serve(flags, context)
  const { lockFolder } = await import('../../service/store/folder-lock.ts')
  const unlock = await lockFolder(resolve(context.cwd, flags.workspace), flags.workspace, context)
  try {
    return await serve(flags, context)
  } finally {
    await unlock()
  }
}

async function serve(flags: ServeFlags, context: Context): Promise<number> {
  const limits = readLimits(flags)
  const workLimits = readWorkLimits(flags)
  const port = readNumber('--port', flags.port)
  const [{ createApp }, { createEvaluationPool }, { listen }, { openWorkspace }] = await Promise.all([
    import('../../service/http/app.ts'),
    import('../../service/evaluation/evaluation-pool.ts'),
    import('../../service/http/listen.ts'),
    import('../../service/store/workspace.ts'),
  ])
  const workspace = await openWorkspace(resolve(context.cwd, flags.workspace), {
    called: flags.workspace,
    persist: flags.persist,
  })
  const onFault = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    void context.io.stderr.write(`fault: ${text}\n`)
  }
  const stopped = whenAborted(context.interruption())
  const pool = createEvaluationPool({
    entry: new URL('./evaluation-worker.js', import.meta.url),
    size: Math.min(mostThreads, Math.max(2, availableParallelism())),
    workspace: workspace.snapshot,
    limits,
    ...workLimits,
    onFault,
  })
  const app = createApp(workspace, { limits, now: context.now, offload: pool.run, onFault })
  const server = await listen(app, { host: flags.host, port, bodyBytes: limits.bodyBytes })
  const { apis, rulesets, users } = workspace
  const kept = flags.persist ? 'Changes go into the folder. ' : ''
  await context.io.stderr.write(
    `Serving ${flags.workspace} at ${server.url} (${apis.length} APIs, ${rulesets.length} rulesets, ${users.length} users). ${kept}Ctrl-C ends it.\n`,
  )
  await stopped
  await server.close()
  await pool.close()
  return exitCodes.pass
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
