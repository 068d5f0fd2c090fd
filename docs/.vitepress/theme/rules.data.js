import { rolldown } from 'rolldown'
import { run } from '../../../build/made-modules.js'

/** What each rule that has a page says it is, by its id: a rule of that name may be another. */
export default {
  load: async () => {
    const { exports } = await run(rolldown, 'docs/.vitepress/rules.ts')
    return exports.listDescriptions()
  },
}
