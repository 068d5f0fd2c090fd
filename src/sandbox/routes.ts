import { apiRoutes } from './apis.ts'
import type { AppOptions } from './app-options.ts'
import { evaluationRoutes } from './evaluations.ts'
import { keyRoutes } from './keys.ts'
import { openApiRoute } from './openapi.ts'
import { portalRoutes } from './portal.ts'
import type { Route } from './route.ts'
import { rulesetRoutes } from './rulesets.ts'
import { ssoRoutes } from './sso.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'
import type { Workspace } from './workspace.ts'

/** Every operation of the service. A path without parameters stands before one that would take it in. */
export function serviceRoutes(workspace: Workspace, options: AppOptions): readonly Route[] {
  const routes = [
    ...evaluationRoutes(workspace, options),
    ...apiRoutes(workspace, options),
    ...rulesetRoutes(workspace, options),
    ...userRoutes(workspace),
    ...ssoRoutes(workspace, options),
    ...keyRoutes(workspace, options),
    ...portalRoutes(workspace, options),
    ...tokenRoutes(workspace, options),
  ]
  return [...routes, openApiRoute(routes, workspace)]
}
