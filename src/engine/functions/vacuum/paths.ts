import { listRoutes } from '../../openapi/operations.ts'
import { printList } from '../../print.ts'
import type { RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { listRivalRoutes } from './rival-routes.ts'

const httpVerb = /^(?:get|post|put|patch|delete|options|trace|head)$/i

export const pathFunctions: readonly RuleFunction[] = [
  /** YAML keeps the last entry of a key: that of an earlier one is lost. */
  defineDocumentFunction('duplicatePaths', ({ document }) =>
    document
      .keyFaults()
      .filter(({ kind, path }) => kind === 'repeated' && path.length === 2 && path[0] === 'paths')
      .map(({ path }) => ({ message: `Path \`${String(path[1])}\` is defined more than once`, path })),
  ),
  defineDocumentFunction('noAmbiguousPaths', (document) =>
    listRivalRoutes(document)
      .filter(({ isMoreSpecific }) => !isMoreSpecific)
      .flatMap(({ first, second, methods }) =>
        methods.map((method) => ({
          message: `${method.toUpperCase()} cannot tell this path from \`${first.route}\``,
          path: second.path,
        })),
      ),
  ),
  defineDocumentFunction('noVerbsInPath', (document) =>
    listRoutes(document).flatMap(({ route, path }) => {
      const verb = route
        .split('/')
        .slice(1)
        .find((segment) => httpVerb.test(segment))
      return verb === undefined
        ? []
        : [{ message: `Path contains the HTTP method \`${verb}\``, path, at: 'inside' }]
    }),
  ),
  defineDocumentFunction('pathsKebabCase', (document) =>
    listRoutes(document).flatMap(({ route, path }) => {
      const others = route
        .split('/')
        .slice(1)
        .filter((segment) => segment !== '' && !/^[{}a-z\d\-.]+$/.test(segment) && !/\{[^}]+\}/.test(segment))
      if (others.length === 0) return []
      return [{ message: `Path has segments that are not kebab case: ${printList(others)}`, path }]
    }),
  ),
  defineDocumentFunction('pathsSpecificityOrder', (document) =>
    listRivalRoutes(document)
      .filter(({ isMoreSpecific }) => isMoreSpecific)
      .map(({ first, second }) => ({
        message: `Path is more specific than \`${first.route}\`: put it first`,
        path: second.path,
      })),
  ),
]
