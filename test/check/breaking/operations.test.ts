import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const pet = { $ref: '#/components/schemas/Pet' }
const content = { 'application/json': { schema: pet } }
const apiWith = (type: string, users: readonly string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    paths: Object.fromEntries(
      users.map((name) => [`/${name}`, { post: { requestBody: { content }, responses: {} } }]),
    ),
    components: { schemas: { Pet: { type } } },
  })

it.each([
  [['a'], 'the request body of `POST /a`'],
  [['b', 'a'], 'the request body of `POST /b` and the request body of `POST /a`'],
  [
    ['a', 'b', 'c'],
    'the request body of `POST /a`, the request body of `POST /b` and the request body of `POST /c`',
  ],
  [
    ['a', 'b', 'c', 'd', 'e'],
    'the request body of `POST /a`, the request body of `POST /b`, the request body of `POST /c` and 2 more',
  ],
])('used by %j, a schema concerns all, and names three', (users, where) => {
  expect(changesBetween(apiWith('string', users), apiWith('integer', users))).toMatchObject([
    {
      message: `\`Pet\` was a string and is now an integer, in ${where}`,
      operations: users.map((name) => `POST /${name}`).sort(),
    },
  ])
})

it('of what is written in an operation, the path says it', () => {
  const removed = changesBetween(
    'openapi: 3.1.0\npaths: {/a: {get: {}}, /b: {get: {}}}',
    'openapi: 3.1.0\npaths: {/a: {get: {}}}',
  )
  expect(removed).toMatchObject([{ rule: 'breaking-path-removed' }])
  expect(removed[0]).not.toHaveProperty('operations')
})
