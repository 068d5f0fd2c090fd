import type { ApiDefinition, ApiDetail } from '../../contract/apis.ts'
import { isRecord } from '../../model/record.ts'
import type { ApiRecord } from '../store/records.ts'

/** An API as a list has it: without its OpenAPI document. */
export function apiSummary(api: ApiRecord): ApiDetail {
  return { api_definition: apiDefinitionOf(api), categories: [...api.categories] }
}

/** What identifies the API is the record's, whatever a classic definition says. */
function apiDefinitionOf(api: ApiRecord): ApiDefinition {
  const { api_id, id, name, org_id, active } = api
  const identity = { api_id, id, name, org_id, active, is_oas: api.kind !== 'classic' }
  return api.kind === 'classic'
    ? { ...api.classic, ...given(api), ...identity }
    : { ...derived(api), ...identity }
}

/** What the record itself says wins over the classic definition in it. */
function given({ classic, listen_path, target_url, use_oauth2 }: Extract<ApiRecord, { kind: 'classic' }>) {
  const proxy = {
    ...(isRecord(classic.proxy) && classic.proxy),
    ...(listen_path !== undefined && { listen_path }),
    ...(target_url !== undefined && { target_url }),
  }
  return {
    ...(Object.keys(proxy).length > 0 && { proxy }),
    ...(use_oauth2 !== undefined && { use_oauth2 }),
  }
}

/** The classic fields that the dashboard derives from an OpenAPI document's settings. */
function derived({ listen_path, target_url, use_oauth2 = false }: ApiRecord) {
  return {
    auth: { auth_header_name: 'Authorization' },
    definition: { key: '', location: '' },
    proxy: { listen_path: listen_path ?? '', strip_listen_path: true, target_url: target_url ?? '' },
    use_oauth2,
    version_data: { not_versioned: true, versions: { Default: { name: 'Default' } } },
  }
}
