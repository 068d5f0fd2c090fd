import type { Asked } from '../../model/asked.ts'
import { usageError } from '../../model/errors.ts'

/**
 * Issues, waivers and baseline entries go by ids and files: two targets with one of them would excuse each other, and
 * count as one. Throws GovError, usage.
 */
export function refuseRepeatedIds({ api_ids, definitions }: Asked): void {
  const files = definitions.map(({ file }) => file)
  const repeated = files.find((file, index) => files.indexOf(file) !== index)
  if (repeated !== undefined) throw repeatedFile(repeated)
  const owners = new Map(api_ids.map((id) => [id, 'a saved API']))
  for (const { file } of definitions) owners.set(file, `definition ${file}`)
  for (const { file, api_id } of definitions) {
    if (api_id === undefined) continue
    const other = owners.get(api_id)
    if (other !== undefined && api_id !== file) throw repeatedId(api_id, other, file)
    owners.set(api_id, `definition ${file}`)
  }
}

function repeatedId(id: string, one: string, file: string): Error {
  return usageError(
    'api-id-repeated',
    `${one} and definition ${file} both have the id ${JSON.stringify(id)}`,
    'Give each definition an api_id of its own.',
  )
}

function repeatedFile(file: string): Error {
  const hint = 'Delete one of its entries.'
  return usageError('definition-repeated', `definition ${file} is listed twice`, hint)
}
