import type { Command } from 'commander'
import { usageError } from '../../model/errors.ts'

/** How a dashboard is reached, as it was typed. */
export interface ConnectionFlags {
  readonly timeout?: string
  readonly deadline?: string
  readonly retries?: string
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  /** `Name: value` each. */
  readonly header?: readonly string[]
  readonly insecureHttp?: boolean
  readonly insecureTls?: boolean
  readonly verbose?: boolean
  readonly debug?: boolean
}

export function addConnectionFlags(command: Command): Command {
  return command
    .option('--ca-file <file>', 'more certificate authorities to trust, as PEM (env: GOV_CA_FILE)')
    .option('--cert-file <file>', 'a client certificate, as PEM (env: GOV_CERT_FILE)')
    .option('--key-file <file>', 'its key, as PEM (env: GOV_KEY_FILE)')
    .option(
      '--header <name: value>',
      "one more header of every request, in place of the config's; repeatable",
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .option('--insecure-http', 'send the credential over plain http to another machine')
    .option('--insecure-tls', 'accept any certificate: whoever is on the way can read the credential')
    .option('--verbose', 'tell of each request on standard error, without secrets')
    .option('--debug', 'also show what was sent and answered, cut and without secrets')
}

/** What the flags say of the connection, for the settings. Throws GovError, usage: a header without a name. */
export function connectionValues(flags: ConnectionFlags) {
  const { timeout, deadline, retries, caFile, certFile, keyFile, header } = flags
  return { timeout, deadline, retries, caFile, certFile, keyFile, headers: header && headersOf(header) }
}

function headersOf(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text) => {
    const colon = text.indexOf(':')
    if (colon > 0) return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const
    const hint = "Write a name, a colon and a value: --header 'X-Team: payments'."
    throw usageError('flag-invalid', '--header is not a name and a value', hint)
  })
  const names = pairs.map(([name]) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw usageError('flag-invalid', `--header gives ${twice} twice`, 'Give each header once.')
  return Object.fromEntries(pairs)
}
