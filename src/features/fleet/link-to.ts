import { usageError } from '../../core/model/errors.ts'
import type { FleetCount } from './fleet.ts'

/** The addresses that a page links to. */
export interface FleetLinks {
  /** A saved API's page on the dashboard. */
  readonly api?: ((id: string) => string) | undefined
  /** The issues of an API, or of one rule in it, in the HTML report of the run. */
  readonly issues?: ((of: { readonly api: string; readonly rule?: FleetCount }) => string) | undefined
}

/** From an address with `{id}`. Throws GovError, usage. */
export function linkToApi(address: string): NonNullable<FleetLinks['api']> {
  if (!/^https?:\/\//i.test(address) || !address.includes('{id}')) {
    throw usageError(
      'link-address',
      '--link is not an http or https address with {id} in it',
      "Pass one such as 'https://dashboard.example/apis/{id}'.",
    )
  }
  return (id) => address.replaceAll('{id}', encodeURIComponent(wellFormed(id)))
}

/** From the address of the HTML report, such as `gov.html` beside the page. Throws GovError, usage. */
export function linkToIssues(address: string): NonNullable<FleetLinks['issues']> {
  const isPlain = /^(?:https?:\/\/|(?!\/\/|[\w+.-]*:))[^\s#]+$/i.test(address)
  if (!isPlain) {
    throw usageError(
      'report-address',
      '--report is not the address of an HTML report',
      'Pass where it will be, seen from the page, such as gov.html or https://ci.example/gov.html.',
    )
  }
  return ({ api, rule }) => {
    const filters = new URLSearchParams({ api: wellFormed(api) })
    if (rule) filters.set('rule', wellFormed(rule.name))
    if (rule?.ruleset !== undefined) filters.set('ruleset', wellFormed(rule.ruleset))
    return `${address}#${filters}`
  }
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
