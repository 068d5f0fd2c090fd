import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { definitionText, type Fleet, rulesText } from './fleet-workspace.ts'

/** The fleet as a workspace folder, which `--workspace` reads. */
export function writeFleet(fleet: Fleet, folder: string): void {
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const settings = { version: 1, governance: true, api_ownership: false, default_user: 'u' }
  put('workspace.yml', JSON.stringify({ ...settings, organisations: [{ id: 'local', name: 'Local' }] }))
  const user = { id: 'u', access_key: 'fleet-key', active: true, org_id: 'local' }
  put('users/u.yml', JSON.stringify({ ...user, user_permissions: { apis: 'write', governance: 'read' } }))
  for (const api of fleet.apis) {
    const record = { api_id: api.id, id: `db-${api.id}`, name: api.id, org_id: 'local', kind: api.kind }
    put(`apis/${api.id}/api.yml`, JSON.stringify({ ...record, definition: 'openapi.yaml' }))
    put(`apis/${api.id}/openapi.yaml`, definitionText(api))
  }
  for (const ruleset of fleet.rulesets) {
    const { id, type: resource_type, categories } = ruleset
    const record = { ruleset_id: id, id: `db-${id}`, name: `Rules ${id}`, org_id: 'local', active: true }
    const rest = { resource_type, action: 'warn', categories, rules: 'rules.yaml' }
    put(`rulesets/${id}/ruleset.yml`, JSON.stringify({ ...record, ...rest }))
    put(`rulesets/${id}/rules.yaml`, rulesText(ruleset))
  }
}
