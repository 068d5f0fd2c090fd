import { once } from '../../model/once.ts'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import { memoryWorkspace } from '../../service/store/memory-workspace.ts'
import { restoreWorkspace, type Workspace } from '../../service/store/workspace.ts'
import type { CarriedSandbox, Dashboard } from '../connect/dashboard.ts'
import { openEmbeddedDashboard } from '../connect/embedded-dashboard.ts'
import { untilDeadline } from '../deadline.ts'
import { localFiles } from '../definitions/local-files.ts'
import { surveyDefinitions } from '../definitions/survey.ts'
import { restoreRuleset } from '../rulesets/carried-ruleset.ts'
import { createSend } from '../send.ts'
import { createSources } from '../sources.ts'
import { unattended, type World } from '../world.ts'
import { type Answer, type Question, type ThreadStart, toThreadError } from './protocol.ts'

/** The part of a run that one thread does. */
export function createThreadRun(start: ThreadStart): (question: Question) => Promise<Answer> {
  const world = worldOf(start)
  const spentMs = performance.timeOrigin + performance.now() - start.startedAt
  const limit = untilDeadline('the embedded sandbox', start.deadlineMs, world, spentMs)
  const dashboard = once(() => openSandbox(start.sandbox, limit, world))
  const answer = async (question: Question) => {
    if ('survey' in question) {
      const options = { sources: world.sources, limit }
      return { survey: await surveyDefinitions([question.survey], false, options) }
    }
    const { request, digest } = question
    if (request.kind === 'definition') world.sources.expect(request.definition.file, digest)
    const { client } = await dashboard()
    return { evaluation: await createSend(client, world.sources)(request, async () => {}) }
  }
  const newInputs = inputsOf(world)
  return async (question) => {
    const found = await answer(question).catch((error: unknown) => ({ error: toThreadError(error) }))
    return { ...found, inputs: newInputs() }
  }
}

function worldOf({ cwd, version, contents }: ThreadStart): World {
  const nobody = () => {}
  const observe = { warning: nobody, note: nobody, log: nobody }
  const never = new AbortController().signal
  const sources = createSources(cwd, contents)
  const now = () => new Date()
  return unattended({ cwd, env: {}, version, nodeVersion: '', now, observe, sources }, () => never)
}

async function openSandbox(sandbox: CarriedSandbox, timeLimit: TimeLimit, world: World): Promise<Dashboard> {
  const { workspace, isLocal, ...options } = sandbox
  const local = isLocal ? localFiles(world.sources) : undefined
  return openEmbeddedDashboard(await restored(workspace), { ...options, local, timeLimit }, world)
}

async function restored(workspace: CarriedSandbox['workspace']): Promise<Workspace> {
  if ('root' in workspace) return restoreWorkspace(workspace)
  return memoryWorkspace({
    rulesets: await Promise.all(workspace.map(restoreRuleset)),
  })
}

function inputsOf({ sources: { stamps } }: World): () => readonly string[] {
  const told = new Set<string>()
  return () => {
    const found = [...stamps.keys()].filter((path) => !told.has(path))
    for (const path of found) told.add(path)
    return found
  }
}
