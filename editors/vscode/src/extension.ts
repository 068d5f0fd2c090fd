import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  commands,
  type ExtensionContext,
  LanguageStatusSeverity,
  type LogOutputChannel,
  languages,
  type TextDocument,
  window,
  workspace,
  // biome-ignore lint/correctness/noUndeclaredDependencies: VS Code brings it
} from 'vscode'
import { LanguageClient, State } from 'vscode-languageclient/node'
import { isPublished } from '../../../src/terminal/install-line.ts'
import { commandOf, readEnv } from './command-of.ts'
import { installedGov } from './installed-gov.ts'
import { isOfGov } from './is-of-gov.ts'

const documentSelector = ['yaml', 'json', 'jsonc'].flatMap((language) =>
  ['file', 'untitled'].map((scheme) => ({ scheme, language })),
)
const mostText = 20_000

let client: LanguageClient | undefined
/** The first one that gov may check: the gov nearest to it is started. */
let concerned = ''

export function activate({ subscriptions }: ExtensionContext): void {
  const output = window.createOutputChannel('gov', { log: true })
  const show = createStatus(subscriptions)
  const start = () => startServer(output, show)
  const consider = (document: TextDocument) => {
    if (concerned !== '' || !isConcerned(document)) return
    concerned = document.fileName
    void start()
  }
  subscriptions.push(
    output,
    commands.registerCommand('gov.showOutput', () => output.show()),
    commands.registerCommand('gov.restart', async () => {
      await deactivate()
      await start()
    }),
    workspace.onDidOpenTextDocument(consider),
    workspace.onDidChangeTextDocument(({ document }) => consider(document)),
    workspace.onDidChangeConfiguration((change) => {
      const isStart = ['path', 'useNpx', 'flags', 'envFile'].some((key) =>
        change.affectsConfiguration(`gov.${key}`),
      )
      if (isStart && concerned !== '') void commands.executeCommand('gov.restart')
    }),
  )
  for (const document of workspace.textDocuments) consider(document)
}

export async function deactivate(): Promise<void> {
  const running = client
  client = undefined
  await running?.dispose().catch(() => {})
}

function isConcerned(document: TextDocument): boolean {
  if (languages.match(documentSelector, document) === 0) return false
  return isOfGov({ name: document.fileName, text: document.getText().slice(0, mostText) })
}

type Show = (text: string, severity?: LanguageStatusSeverity) => void

function createStatus(subscriptions: ExtensionContext['subscriptions']): Show {
  const item = languages.createLanguageStatusItem('gov', documentSelector)
  item.name = 'gov'
  item.command = { command: 'gov.showOutput', title: 'Show output' }
  subscriptions.push(item)
  return (text, severity = LanguageStatusSeverity.Information) => {
    item.text = text
    item.severity = severity
    item.busy = text === 'gov is starting'
  }
}

async function startServer(outputChannel: LogOutputChannel, show: Show): Promise<void> {
  const settings = workspace.getConfiguration('gov')
  const useNpx = settings.get('useNpx', false)
  const command = commandOf({
    path: settings.get('path', ''),
    useNpx,
    isPublished,
    flags: settings.get('flags', []),
    installed: installedGov({
      file: concerned,
      folders: (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      platform: process.platform,
      exists: existsSync,
    }),
    platform: process.platform,
  })
  if (useNpx && !isPublished) outputChannel.warn(notPublished)
  outputChannel.info(`${command.command} ${command.args.join(' ')}`)
  const env = readEnvFile(settings.get('envFile', ''))
  if (env === undefined) show('gov did not start: gov.envFile cannot be read', LanguageStatusSeverity.Error)
  if (env === undefined) return
  const server = { ...command, options: { ...command.options, env } }
  const own = new LanguageClient('gov', 'gov', server, { documentSelector, outputChannel })
  client = own
  own.onDidChangeState(({ newState }) => {
    if (client === own)
      show(words[newState], newState === State.Stopped ? LanguageStatusSeverity.Error : undefined)
  })
  try {
    await own.start()
  } catch (error) {
    if (client === own) await sayWhy(error, command.command)
  }
}

/** The environment of gov, without the file's if none is set; undefined: the file cannot be read, and is said to be so. */
function readEnvFile(file: string): NodeJS.ProcessEnv | undefined {
  if (file === '') return process.env
  const path = resolve(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', file)
  try {
    return { ...process.env, ...readEnv(readFileSync(path, 'utf8')) }
  } catch {
    void window.showErrorMessage(
      `gov did not start: the environment file ${path} cannot be read. Set gov.envFile.`,
    )
    return undefined
  }
}

const notPublished = 'gov.useNpx does nothing: npm has no release of gov yet'

const words: Readonly<Record<State, string>> = {
  [State.Starting]: 'gov is starting',
  [State.Running]: 'gov is running',
  [State.StartFailed]: 'gov did not start',
  [State.Stopped]: 'gov has stopped',
}

async function sayWhy(error: unknown, command: string): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const text = `gov did not start (${command}): ${reason}. Install it with npm, or set gov.path${isPublished ? ' or gov.useNpx' : ''}.`
  const chosen = await window.showErrorMessage(text, 'Try again', 'Open settings', 'Show output')
  if (chosen === 'Try again') await commands.executeCommand('gov.restart')
  if (chosen === 'Open settings')
    await commands.executeCommand(
      'workbench.action.openSettings',
      isPublished ? '@id:gov.path @id:gov.useNpx' : '@id:gov.path',
    )
  if (chosen === 'Show output') await commands.executeCommand('gov.showOutput')
}
