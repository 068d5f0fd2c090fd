import { additionalOperations, httpMethods } from '../../../core/model/api-part.ts'
import { oasDocumentation } from '../../ruleset/builtin-names.ts'
import type { RulesetSource } from '../../ruleset/ruleset-source.ts'
import examples from './examples.json' with { type: 'json' }
import info from './info.json' with { type: 'json' }
import operations from './operations.json' with { type: 'json' }
import paths from './paths.json' with { type: 'json' }
import schemas from './schemas.json' with { type: 'json' }
import servers from './servers.json' with { type: 'json' }

const operationPaths = [`#PathItem[${httpMethods.join()}]`, `#PathItem.${additionalOperations}[*]`]

/** Rulesets that extend this one may use them too; the names are Spectral's. */
const aliases = {
  PathItem: ['$.paths[*]'],
  OperationObject: operationPaths,
  SecurityRequirementObject: ['$.security[*]', '#OperationObject.security[*]'],
  ResponseObject: {
    targets: [
      { formats: ['oas2'], given: ['#OperationObject.responses[*]', '$.responses[*]'] },
      { formats: ['oas3'], given: ['#OperationObject.responses[*]', '$.components.responses[*]'] },
    ],
  },
  LinkObject: ['#ResponseObject.links[*]', '$.components.links[*]'],
  ArrayProperties: {
    targets: [
      { formats: ['oas2', 'oas3_0'], given: ["$..[?(@ && @.type === 'array')]"] },
      {
        formats: ['oas3_1', 'oas3_2'],
        given: [
          "$..[?(@ && (@.type === 'array' || (@.type && @.type.constructor.name === 'Array' && @.type.includes('array'))))]",
        ],
      },
    ],
  },
}

export const oasRules = { ...info, ...operations, ...paths, ...servers, ...schemas, ...examples }

/** The OpenAPI rules under the public names of Spectral's ruleset, as a ruleset file would have them. */
export const oasRuleset: RulesetSource = {
  name: 'spectral:oas',
  text: JSON.stringify({
    documentationUrl: oasDocumentation,
    formats: ['oas2', 'oas3'],
    aliases,
    rules: oasRules,
  }),
  format: 'json',
}
