import { evaluationRoutes } from '../evaluation/evaluations.ts'
import { apiRoutes } from '../resources/apis.ts'
import { keyRoutes } from '../resources/keys.ts'
import { openApiRoute } from '../resources/openapi.ts'
import { portalRoutes } from '../resources/portal.ts'
import { rulesetRoutes } from '../resources/rulesets.ts'
import { ssoRoutes } from '../resources/sso.ts'
import { tokenRoutes } from '../resources/tokens.ts'
import { userRoutes } from '../resources/users.ts'
import type { Workspace } from '../store/workspace.ts'
import type { AppOptions } from './app-options.ts'
import type { Route } from './route.ts'

/** Every operation of the service. A path without parameters comes before one that would take it in. */
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
  return [...routes, openApiRoute(routes, workspace, options.limits)]
}
