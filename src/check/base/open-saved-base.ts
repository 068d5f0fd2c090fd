import { GovError, usageError } from '../../core/model/errors.ts'
import { exactJson } from '../../core/text/json.ts'
import type { CheckPlan } from '../check-plan.ts'
import { withRecords } from '../evaluators/closing.ts'
import { createSources } from '../sources.ts'
import type { World } from '../world.ts'
import type { Base } from './evaluate-base.ts'

/** The APIs that the dashboard holds under the ids of the definitions. Throws GovError: usage, or what the dashboard says. */
export async function openSavedBase(plan: CheckPlan, world: World): Promise<Base> {
  const { rulesetDigests, asked } = plan.targets
  if (rulesetDigests !== undefined) throw withoutDashboard()
  const ids = asked.definitions.map(({ file, api_id }) => {
    if (api_id === undefined) throw withoutId(file)
    return { file, api_id }
  })
  const contents = new Map<string, Uint8Array>()
  const files = new Map<string, string>()
  await withRecords(plan.connection, world, async (records) => {
    for (const { file, api_id } of ids) {
      const { api_definition, oas } = await records.getApi(api_id)
      if (api_definition.api_id !== api_id || !oas) throw withoutDocument(api_id, file)
      const name = `${api_id}.json`
      contents.set(name, new TextEncoder().encode(exactJson(oas)))
      files.set(file, name)
    }
  })
  const sources = createSources(world.cwd, contents)
  return { kind: 'saved', name: 'saved', sources, files, removed: [], unread: [] }
}

function withoutDashboard(): Error {
  const hint = 'Run rulesets of the dashboard (--ruleset-id, --category), or pass a git ref.'
  return usageError(
    'base-without-dashboard',
    '--base saved needs a dashboard, and local rulesets need none',
    hint,
  )
}

function withoutId(file: string): Error {
  const hint = 'Give it one in the config: definitions: [{ file: openapi.yaml, api_id: pay }].'
  return usageError('base-without-id', `--base saved needs the api_id of ${file}`, hint)
}

function withoutDocument(id: string, file: string): Error {
  const message = `the dashboard has no OpenAPI document for API ${id}, so that ${file} cannot be compared with it`
  return new GovError('incomplete', 'base-unusable', message, 'Omit --base to count every issue.')
}
