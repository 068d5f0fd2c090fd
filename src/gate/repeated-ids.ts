import type { Asked } from '../model/asked.ts'
import { usageError } from '../model/errors.ts'

/** Issues, waivers and baseline entries go by ids: two targets with one id would excuse each other. Throws GovError, usage. */
export function refuseRepeatedIds({ api_ids, definitions }: Asked): void {
  const owners = new Map(api_ids.map((id) => [id, 'a saved API']))
  for (const { file } of definitions) owners.set(file, `definition ${file}`)
  for (const { file, api_id } of definitions) {
    if (api_id === undefined) continue
    const other = owners.get(api_id)
    if (other !== undefined && api_id !== file) throw repeated(api_id, other, file)
    owners.set(api_id, `definition ${file}`)
  }
}

function repeated(id: string, one: string, file: string): Error {
  return usageError(
    'api-id-repeated',
    `${one} and definition ${file} both have the id ${JSON.stringify(id)}`,
    'Give each definition an api_id of its own.',
  )
}
