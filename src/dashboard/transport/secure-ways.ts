import type { AgentOptions, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { type Trust, tlsOptions } from './trust.ts'
import { createTunnels, type Tunnels } from './tunnels.ts'

/** The ways to hosts that are spoken to in TLS. */
export interface SecureWays {
  readonly agent: Agent
  readonly request: typeof plainRequest
  readonly tunnels: Tunnels
}

/** Throws GovError, usage: certificates that are none. */
export function createSecureWays(kept: AgentOptions, trust: Trust): SecureWays {
  const options = { ...kept, ...tlsOptions(trust) }
  return { agent: new Agent(options), request, tunnels: createTunnels(options) }
}
