import { describe, expect, it } from 'vitest'
import { rulesetDetail, rulesetsPage } from '../../src/dashboard/contract/rulesets.ts'
import { userDetail } from '../../src/dashboard/contract/users.ts'
import { get, throughBothDoors } from './doors.ts'
import { type SampleOptions, sampleWorkspace } from './sample-workspace.ts'

const error = (Message: string) => ({ Message, Meta: null, Status: 'Error' })
const admin = (secret = 'admin-secret'): RequestInit => ({ headers: { 'admin-auth': secret } })

throughBothDoors((send) => {
  describe('a user', () => {
    it.each(['writer', 'stranger', 'super', 'inactive'])('%s is read, of any organisation', async (id) => {
      const response = await send(sampleWorkspace(), `/admin/users/${id}`, admin())
      expect(response.status).toBe(200)
      expect(userDetail().parse(await response.json())).toMatchObject({ id, access_key: `key-${id}` })
    })

    it.each<[string, string, RequestInit, number, string, SampleOptions?]>([
      ['who is not there', 'nobody2', admin(), 404, 'Could not retrieve user detail'],
      ['without a credential', 'writer', {}, 401, 'Not authorised'],
      ['with another secret', 'writer', admin('admin-secreT'), 401, 'Not authorised'],
      ["with a user's key", 'writer', get(), 401, 'Not authorised'],
      ['with the gateway secret', 'writer', admin('gateway-secret'), 401, 'Not authorised'],
      [
        'where no secret is set',
        'writer',
        admin(''),
        401,
        'Not authorised',
        { settings: { admin_secret: undefined } },
      ],
    ])('%s is refused', async (_name, id, init, status, message, options = {}) => {
      const response = await send(sampleWorkspace(options), `/admin/users/${id}`, init)
      expect([response.status, await response.json()]).toEqual([status, error(message)])
    })
  })

  describe('a ruleset', () => {
    it.each(['style', 'db-style'])('is read by %s', async (id) => {
      const response = await send(sampleWorkspace(), `/api/rulesets/${id}`, get('key-editor'))
      const detail = rulesetDetail().parse(await response.json())
      expect(detail).toMatchObject({ _id: 'db-style', ruleset_id: 'style', action: 'none', active: true })
      expect(JSON.parse(detail.definition ?? '')).toHaveProperty(
        ['rules', 'operation-id', 'severity'],
        'error',
      )
      expect(detail.applied_rules).toMatchObject([
        { id: 'operation-id', severity: 'error', how_to_fix: 'Add an operationId.' },
        { id: 'info-contact', severity: 'warn' },
      ])
      expect(detail).not.toHaveProperty('rules')
    })

    it('that cannot be compiled is read without applied rules', async () => {
      const workspace = sampleWorkspace({ texts: { style: 'rules: 3' } })
      const response = await send(workspace, '/api/rulesets/style', get('key-editor'))
      expect(await response.json()).toMatchObject({ definition: '{"rules":3}', applied_rules: [] })
    })

    it('that cannot be parsed hides no other', async () => {
      const workspace = sampleWorkspace({ texts: { style: 'a: [' } })
      const response = await send(workspace, '/api/rulesets?sort=name', get('key-editor'))
      const { rulesets } = rulesetsPage().parse(await response.json())
      const defined = rulesets?.map(({ ruleset_id, definition }) => [ruleset_id, definition !== undefined])
      expect(defined).toContainEqual(['style', false])
      expect(defined).toContainEqual(['security', true])
    })

    it.each<[string, string, string, number, string, SampleOptions?]>([
      ['unknown', 'nothing', 'editor', 404, 'Could not retrieve ruleset detail'],
      ['deleted', 'deleted', 'editor', 404, 'Could not retrieve ruleset detail'],
      ["another organisation's", 'foreign-rules', 'editor', 404, 'Could not retrieve ruleset detail'],
      [
        'without the permission',
        'style',
        'writer',
        403,
        'access denied: You do not have permission to access /api/rulesets/style',
      ],
      ['without a credential', 'style', 'none', 401, 'Not authorised'],
      [
        'with governance off',
        'style',
        'administrator',
        403,
        'Governance is not enabled on this dashboard',
        { settings: { governance: false } },
      ],
    ])('%s is refused', async (_name, id, user, status, message, options = {}) => {
      const response = await send(sampleWorkspace(options), `/api/rulesets/${id}`, get(`key-${user}`))
      expect([response.status, await response.json()]).toEqual([status, error(message)])
    })

    it.each<[string, readonly string[]]>([
      ['sort=name', ['draft', 'mcp', 'security', 'style']],
      ['sort=-name', ['style', 'security', 'mcp', 'draft']],
      ['q=SEC', ['security']],
      ['categories=PUBLIC&sort=name', ['draft', 'mcp', 'style']],
      ['is_template=true', ['template']],
      ['active=false', ['draft']],
      ['resource_type=mcp-api', ['mcp']],
      ['sort=colour', ['style', 'security', 'draft', 'mcp']],
      ['p=2', []],
    ])('GET /api/rulesets?%s', async (query, ids) => {
      const response = await send(sampleWorkspace(), `/api/rulesets?${query}`, get('key-editor'))
      const page = rulesetsPage().parse(await response.json())
      expect(page.rulesets?.map(({ ruleset_id }) => ruleset_id)).toEqual(ids)
    })

    it.each([
      ['p=x', 'p is not a whole number: x'],
      ['active=yes', 'active is neither true nor false: yes'],
    ])('GET /api/rulesets?%s is refused', async (query, message) => {
      const response = await send(sampleWorkspace(), `/api/rulesets?${query}`, get('key-editor'))
      expect([response.status, await response.json()]).toEqual([400, error(message)])
    })
  })
})
