import { expect, it } from 'vitest'
import { type Files, runCode } from './run-code.ts'

const ok = 'own : ok'
/** CommonJS, though a line of it looks like an import. */
const lodash = `var importsKeys, exportsKeys
importsKeys = 2, exportsKeys = 3
/* import x from 'y' */
module.exports = { once: (f) => f, say: () => [{ message: 'ok' }] }
module.exports.default = module.exports
`

it.each<[string, string, Files]>([
  [
    'a default import of CommonJS',
    "import _ from 'lodash'; export default () => _.say()",
    { 'npm:lodash': lodash },
  ],
  [
    'a named import of CommonJS',
    "import { say } from 'lodash'; export default say",
    { 'npm:lodash': lodash },
  ],
  ['require of CommonJS', "const _ = require('lodash'); module.exports = _.say", { 'npm:lodash': lodash }],
  [
    'a module that is required to spread it',
    "const all = { ...require('lodash'), ...require('./more') }; module.exports = all.more",
    { 'npm:lodash': lodash, 'more.js': "module.exports = { more: () => [{ message: 'ok' }] }" },
  ],
  [
    'a core function by its file',
    "import casing from '@stoplight/spectral-functions/dist/casing'; export default () => casing('a b', { type: 'camel' }) && [{ message: 'ok' }]",
    {},
  ],
  [
    'a core function by its file, required',
    "const { default: f } = require('@stoplight/spectral-functions/dist/truthy.js'); module.exports = () => f('') && [{ message: 'ok' }]",
    {},
  ],
  [
    'what is kept in global',
    "import './keep.js'; export default () => [{ message: global.kept }]",
    { 'keep.js': "global.kept = typeof global.Map === 'function' ? 'ok' : 'no Map'" },
  ],
  [
    'require beside export default',
    "const { say } = require('lodash')\nexport default () => say()",
    { 'npm:lodash': lodash },
  ],
  [
    'require beside an import',
    "import { say } from './lib.mjs'\nconst _ = require('lodash')\nexport default _.once(say)",
    { 'npm:lodash': lodash, 'lib.mjs': "export const say = () => [{ message: 'ok' }]" },
  ],
  [
    'a require of its own',
    "const require = () => () => [{ message: 'ok' }]\nexport default require('x')",
    {},
  ],
  [
    'require in a template of a module',
    "const text = `require('nowhere')`\nexport default () => [{ message: text ? 'ok' : '' }]",
    {},
  ],
  [
    'an import in a text and in a comment',
    "// import a from 'nowhere'\nconst text = \"import b from 'nowhere'\"\nmodule.exports = () => [{ message: text ? 'ok' : '' }]",
    {},
  ],
  [
    'an import over lines, with names of its own',
    "import {\n  say as own, // the function\n} from 'lodash'\nexport default own",
    { 'npm:lodash': lodash },
  ],
  [
    'more files than 200',
    "import { f300 } from './f300.js'; export default f300",
    Object.fromEntries(
      Array.from({ length: 301 }, (_, at) => [
        `f${at}.js`,
        at === 0
          ? "export const f0 = () => [{ message: 'ok' }]"
          : `import { f${at - 1} } from './f${at - 1}.js'; export const f${at} = f${at - 1}`,
      ]),
    ),
  ],
])('%s', async (_name, code, files) => {
  const beside = Object.fromEntries(Object.entries(files).map(([name, text]) => [`functions/${name}`, text]))
  expect(await runCode(code, { files: beside })).toEqual({ rules: [ok], failures: [] })
})
