import { apiRoutes } from './apis.ts'
import type { AppOptions } from './app-options.ts'
import { evaluationRoutes } from './evaluations.ts'
import type { Route } from './route.ts'
import type { Workspace } from './workspace.ts'

/** Every operation of the service. A path without parameters stands before one that would take it in. */
export function serviceRoutes(workspace: Workspace, options: AppOptions): readonly Route[] {
  return [...evaluationRoutes(workspace, options), ...apiRoutes(workspace, options)]
}
