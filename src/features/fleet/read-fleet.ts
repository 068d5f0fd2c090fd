import { z } from 'zod'
import { readDataFile } from '../../check/read-data-file.ts'
import { readEvaluated } from '../../check/read-report.ts'
import type { World } from '../../check/world.ts'
import { countFleet } from './count-fleet.ts'
import type { Fleet, KnownApis } from './fleet.ts'

interface FleetFiles {
  readonly run: string
  /** A run before it, to compare with. */
  readonly since?: string | undefined
  /** What `gov api list --json` printed. */
  readonly apis?: string | undefined
}

/** Throws GovError, usage, for a file that is not what it should be, and a run that decided nothing. */
export async function readFleet({ run, since, apis }: FleetFiles, world: World): Promise<Fleet> {
  const known = apis === undefined ? new Map() : await readApis(apis, world)
  const report = await readEvaluated(run, world)
  return countFleet(report, known, since === undefined ? undefined : await readEvaluated(since, world))
}

const ids = z.array(z.string()).nullish()
const listed = z.looseObject({
  apis: z.array(
    z.looseObject({
      api_definition: z.looseObject({ api_id: z.string(), name: z.string().optional() }),
      user_owners: ids,
      user_group_owners: ids,
    }),
    'it is not what gov api list --json prints',
  ),
})

async function readApis(file: string, world: World): Promise<KnownApis> {
  const { apis } = await readDataFile(file, 'apis', listed, world)
  return new Map(
    apis.map(({ api_definition: { api_id, name }, user_owners, user_group_owners }) => [
      api_id,
      { name, owners: [...(user_owners ?? []), ...(user_group_owners ?? [])] },
    ]),
  )
}
