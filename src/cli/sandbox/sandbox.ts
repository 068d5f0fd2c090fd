import type { Command } from 'commander'
import { exitCodes } from '../../model/errors.ts'
import { serve } from '../../run/serve.ts'
import type { Context, Done } from '../terminal/context.ts'
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

export function addSandbox(sandbox: Command, context: Context, done: Done): void {
  sandbox.description(
    'The embedded sandbox serves the operations of a dashboard and its gateway from a folder (the workspace).',
  )
  const serve = sandbox
    .command('serve')
    .summary('serve a workspace until interrupted')
    .description(
      'Serves the workspace over HTTP, only on this machine and under its names, unless --host changes that. GET /openapi.json ' +
        'describes every operation. Changes stay in memory until the process exits; with ' +
        '--persist each is written to the folder before the response. ' +
        'Only one process at a time can persist a folder.',
    )
    .requiredOption('--workspace <folder>', 'folder to serve')
    .option('--port <number>', 'port to listen on; 0 takes any free port', '8090')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--persist', 'write each change to the folder before the response')
  addLimitFlags(serve)
    .addHelpText('after', examples)
    .action(async (flags: ServeFlags) => done(await runSandboxServe(flags, context)))
}

/** Serves until SIGINT or SIGTERM, which are the way to end it: exit 0. */
export async function runSandboxServe(flags: ServeFlags, context: Context): Promise<number> {
  const { workspace, host, persist } = flags
  const options = {
    limits: readLimits(flags),
    ...readWorkLimits(flags),
    port: readNumber('--port', flags.port),
  }
  await serve({ ...options, workspace, host, persist }, context, ({ url, apis, rulesets, users }) => {
    const kept = persist ? 'Changes are written to the folder. ' : ''
    void context.io.stderr.write(
      `Serving ${workspace} at ${url} (${apis} APIs, ${rulesets} rulesets, ${users} users). ${kept}Stop with Ctrl-C.\n`,
    )
  })
  return exitCodes.pass
}
