import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import * as apis from '../../dashboard/contract/apis.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import * as evaluation from '../../dashboard/contract/evaluation.ts'
import * as keys from '../../dashboard/contract/keys.ts'
import * as portal from '../../dashboard/contract/portal.ts'
import * as rulesets from '../../dashboard/contract/rulesets.ts'
import * as users from '../../dashboard/contract/users.ts'

/** The schemas of the wire by the names that the contract gives them. */
const named: Readonly<Record<string, () => z.ZodType>> = {
  SandboxEvaluationRequest: evaluation.sandboxEvaluationRequest,
  SandboxEvaluationResponse: evaluation.sandboxEvaluationResponse,
  SandboxRulesetSummary: evaluation.sandboxRulesetSummary,
  LintViolation: evaluation.lintViolation,
  LintViolationLocation: evaluation.lintViolationLocation,
  ApiDefinition: apis.apiDefinition,
  ApiDetail: apis.apiDetail,
  ApisPage: apis.apisPage,
  ApiCategories: apis.apiCategories,
  Ruleset: rulesets.savedRuleset,
  RulesetDetail: rulesets.rulesetDetail,
  RulesetsPage: rulesets.rulesetsPage,
  AppliedRule: rulesets.appliedRule,
  User: users.userDetail,
  SsoRequest: users.ssoRequest,
  SsoToken: users.ssoToken,
  SsoSignIn: users.ssoSignIn,
  SessionState: keys.sessionState,
  KeyData: keys.keyData,
  PortalRequest: portal.portalRequest,
  PortalRequestCreated: portal.portalRequestCreated,
  PortalApproval: portal.portalApproval,
  PortalDeveloper: portal.portalDeveloper,
  PortalDevelopersPage: portal.portalDevelopersPage,
  TokenRevocation: keys.tokenRevocation,
  GatewayMessage: keys.gatewayMessage,
  ApiResponse: evaluation.apiResponse,
}

const registry = once(() => {
  const all = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) all.add(schema(), { id })
  return all
})

const uri = (id: string) => `#/components/schemas/${id}`

/** Every named schema as JSON Schema; they refer to each other by name. */
export function componentSchemas(limits: SandboxLimits): Readonly<Record<string, object>> {
  const { schemas } = z.toJSONSchema(registry(), { uri, io: 'input', override: plain })
  const plainSchemas = Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)])
  return { ...Object.fromEntries(plainSchemas), SandboxEvaluationRequest: evaluationRequest(limits) }
}

/** With the rules that the service checks itself, to say more about what is wrong than a schema could. */
function evaluationRequest({ apis, rulesets, categories }: SandboxLimits): object {
  const names = (max: number) => ({
    type: 'array',
    items: { type: 'string', minLength: 1 },
    minItems: 1,
    ...(Number.isFinite(max) && { maxItems: max }),
  })
  return {
    type: 'object',
    properties: { api_ids: names(apis), ruleset_ids: names(rulesets), categories: names(categories) },
    required: ['api_ids'],
    oneOf: [{ required: ['ruleset_ids'] }, { required: ['categories'] }],
  }
}

/** A named schema as a reference, any other as it is. */
export function renderSchema(schema: z.ZodType): object {
  const known = registry().get(schema)
  if (known !== undefined) return { $ref: uri(known.id) }
  return withoutIdentity(z.toJSONSchema(schema, { io: 'input', override: plain }))
}

function withoutIdentity(schema: { readonly $schema?: unknown; readonly $id?: unknown }): object {
  const { $schema, $id, ...rest } = schema
  return rest
}

/** The language's largest numbers are not limits of the service. */
function plain({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
