import type { ClientCapabilities, Connection, WorkDoneProgressReporter } from 'vscode-languageserver'

/** Milliseconds after which work is worth a line in the editor. */
const shortMs = 500

/** Shows the title in the editor while work takes longer than a moment, where it can show that. */
export async function showProgress<Value>(
  title: string,
  work: Promise<Value>,
  client: ClientCapabilities | undefined,
  { window }: Connection,
): Promise<Value> {
  if (client?.window?.workDoneProgress !== true) return work
  let isOver = false
  let shown: WorkDoneProgressReporter | undefined
  const show = async () => {
    const reporter = await window.createWorkDoneProgress()
    if (isOver) return
    reporter.begin(title)
    shown = reporter
  }
  const timer = setTimeout(() => void show().catch(() => {}), shortMs)
  try {
    return await work
  } finally {
    isOver = true
    clearTimeout(timer)
    shown?.done()
  }
}
