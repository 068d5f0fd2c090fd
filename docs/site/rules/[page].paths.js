import { rolldown } from 'rolldown'
import { run } from '../../../build/made-modules.js'

/** A page a rule, and one that lists them. */
export default {
  paths: async () => {
    const { exports } = await run(rolldown, 'docs/.vitepress/rules.ts')
    const pages = await exports.listRulePages()
    return pages.map(({ content, ...params }) => ({ params, content }))
  },
}
