import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Finished, projectRoot, runShell } from '../e2e/run-gov.ts'
import { type Served, serveSandbox } from '../e2e/served.ts'

export interface Stage {
  write(file: string, text: string): Promise<void>
  /** What a person at a terminal sees: the output includes standard error. */
  run(command: string): Promise<Finished>
  clear(): Promise<void>
}

const printedHost = '127.0.0.1:8090'

/** The last day of a waiver that the pages write: a page stays true after it. */
const printedDay = '2030-06-30'
const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/**
 * A repository with the demo in it, where the commands of a page run one after another. The README's is a clone as
 * it is; the other pages have a definition of the reader's, too.
 */
export async function setStage(path: string): Promise<Stage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'gov-docs-')))
  await mkdir(join(folder, '.git'))
  for (const part of ['fixtures/workspace', '.governance.example.yml']) {
    await cp(join(projectRoot, part), join(folder, part), { recursive: true })
  }
  if (path !== 'README.md')
    await cp(join(projectRoot, 'fixtures/workspace/apis/payments/openapi.yaml'), join(folder, 'openapi.yaml'))
  // Pages are read on screens that show no more.
  const env: Record<string, string> = { COLUMNS: '80' }
  let cwd = folder
  let served: Served | undefined

  async function run(command: string): Promise<Finished> {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(command) ?? []
    if (name !== undefined && value !== undefined) env[name] = value
    const [, to] = /^cd (\S+)$/.exec(command) ?? []
    if (to !== undefined) cwd = join(cwd, to)
    if (/^(?:npx )?gov sandbox serve /.test(command)) served = await serve(command, cwd, served)
    else if (name === undefined && to === undefined) return runHere(command)
    return { exitCode: 0, signal: null, stdout: '', stderr: '' }
  }

  const servedHost = () => served?.url.replace('http://', '') ?? printedHost

  async function runHere(command: string): Promise<Finished> {
    const host = servedHost()
    // npx starts the gov that is nearest, with this variable set.
    const direct = command.replaceAll(/(?<=^|; |&& )((?:[A-Z]\w*=\S+ )*)npx gov/g, '$1npm_command=exec gov')
    const asked = direct.replaceAll(printedHost, host).replaceAll(printedDay, inAYear)
    const finished = await runShell(asked, { cwd, env, merged: true })
    const stdout = finished.stdout.replaceAll(host, printedHost).replaceAll(inAYear, printedDay)
    return { ...finished, stdout: stdout.replaceAll(folder, '/repository') }
  }

  return {
    run,
    write: async (file, text) => {
      await mkdir(dirname(join(cwd, file)), { recursive: true })
      await writeFile(join(cwd, file), text.replaceAll(printedHost, servedHost()))
    },
    clear: async () => {
      await served?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On any free port: the page's own may be taken. */
async function serve(command: string, folder: string, before: Served | undefined): Promise<Served> {
  await before?.stop()
  const flags = command.split(' ').slice(command.startsWith('npx ') ? 4 : 3)
  const workspace = flags[flags.indexOf('--workspace') + 1] ?? 'no workspace is named'
  const others = flags.filter(
    (_, at) =>
      !/^--(workspace|port)$/.test(flags[at] ?? '') && !/^--(workspace|port)$/.test(flags[at - 1] ?? ''),
  )
  return serveSandbox(others, join(folder, workspace))
}
