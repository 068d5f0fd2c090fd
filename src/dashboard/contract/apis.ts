import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { naturalNumber, optionalText, recordName } from './fields.ts'

/** The known fields of an API's classic definition. The dashboard sends more, and all of them are kept. */
export const apiDefinition = once(() =>
  z.looseObject({
    api_id: recordName(),
    id: optionalText(),
    name: optionalText(),
    org_id: optionalText(),
    active: z.boolean().optional(),
    is_oas: z.boolean().optional(),
    /** `mcp-api`; a dashboard may not send it. */
    resource_type: optionalText(),
    auth: z.looseObject({ auth_header_name: optionalText() }).optional(),
    definition: z.looseObject({ key: optionalText(), location: optionalText() }).optional(),
    proxy: z
      .looseObject({
        listen_path: optionalText(),
        strip_listen_path: z.boolean().optional(),
        target_url: optionalText(),
      })
      .optional(),
    use_oauth2: z.boolean().optional(),
    version_data: z
      .looseObject({
        not_versioned: z.boolean().optional(),
        versions: z.record(z.string(), z.looseObject({ name: optionalText() })).nullish(),
      })
      .optional(),
  }),
)

/** `GET /api/apis/{apiId}`: the definition, and the OpenAPI document of an API that has one. */
export const apiDetail = once(() =>
  z.looseObject({
    api_definition: apiDefinition(),
    oas: z.record(z.string(), z.unknown()).nullish(),
    categories: z.array(z.string()).nullish(),
    /** Ids of users, and of groups; a dashboard may not send them. */
    user_owners: z.array(z.string()).nullish(),
    user_group_owners: z.array(z.string()).nullish(),
  }),
)

/** `GET /api/apis` and `GET /api/apis/search`. */
export const apisPage = once(() =>
  z.looseObject({ apis: z.array(apiDetail()).nullable(), pages: naturalNumber() }),
)

const apiCategory = once(() =>
  z.looseObject({
    name: z.string(),
    count: naturalNumber(),
    /** The `api_id`s; not every dashboard sends them. */
    apis: z.array(z.string()).nullish(),
  }),
)

/** `GET /api/apis/categories`. */
export const apiCategories = once(() => z.looseObject({ categories: z.array(apiCategory()).nullable() }))

export type ApiDefinition = z.infer<ReturnType<typeof apiDefinition>>
export type ApiDetail = z.infer<ReturnType<typeof apiDetail>>
export type ApisPage = z.infer<ReturnType<typeof apisPage>>
export type ApiCategory = z.infer<ReturnType<typeof apiCategory>>
