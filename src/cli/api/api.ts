import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addApiCategories } from './api-categories.ts'
import { addApiGet } from './api-get.ts'
import { addApiList } from './api-list.ts'

export function addApi(program: Command, context: Context, done: (exitCode: number) => void): void {
  const api = program
    .command('api')
    .summary('look up APIs on the dashboard')
    .description('Looks up saved APIs on the dashboard.')
  addApiGet(api, context, done)
  addApiList(api, context, done)
  addApiCategories(api, context, done)
}
