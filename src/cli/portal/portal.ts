import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addPortalApprove } from './portal-approve.ts'
import { addPortalDevelopers } from './portal-developers.ts'
import { addPortalRequest } from './portal-request.ts'

export function addPortal(program: Command, context: Context, done: (exitCode: number) => void): void {
  const portal = program
    .command('portal')
    .summary('list developers; request and approve keys')
    .description('Lists portal developers, and requests and approves their keys.')
  addPortalDevelopers(portal, context, done)
  addPortalRequest(portal, context, done)
  addPortalApprove(portal, context, done)
}
