import { usageError } from '../../core/model/errors.ts'
import type { LinkOf } from './fleet-html.ts'

/** From an address with `{id}`. Throws GovError, usage. */
export function createLink(address: string): LinkOf {
  if (!/^https?:\/\//i.test(address) || !address.includes('{id}')) {
    throw usageError(
      'link-address',
      '--link is not an http or https address with {id} in it',
      "Pass one such as 'https://dashboard.example/apis/{id}'.",
    )
  }
  return (id) => address.replaceAll('{id}', encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\ufffd')))
}
