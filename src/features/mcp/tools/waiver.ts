import { z } from 'zod'
import type { Waiver } from '../../../core/model/waiver.ts'
import { yamlText } from '../../../core/text/yaml-text.ts'
import { waiverHints, waiverSchema } from '../../../settings/entry-schemas.ts'
import { openWaivers } from '../../waivers/index.ts'
import { labelled, type ToolAnswer } from '../answer.ts'
import { requireKnownRules } from '../arguments.ts'
import { tool } from '../tool.ts'

const inner = {
  ...Object.fromEntries(Object.entries(waiverHints).map(([key, hint]) => [key.replace('[]', ''), hint])),
  '.ruleset_id': 'Only issues of this ruleset.',
  '.api_id': 'Only issues of this saved API, or of the definition in this file.',
}
const input = { schema: waiverSchema, hint: waiverHints['[]'], inner }

const output = () => ({ written: z.enum(['yes', 'no']) })

export const proposeWaiverTool = tool<Waiver>({
  name: 'propose_waiver',
  title: 'Propose a waiver',
  description:
    'Gives the YAML of a waiver for the config: issues of a rule that are accepted until a day, with a reason and an owner. ' +
    'Writes nothing. Whether to waive is a decision for a person. For one issue alone, pass its rule_id, its ruleset_id, ' +
    'its file as api_id and its path, of a breaking change also its message, with \\* for an asterisk; the answer says what is ' +
    'covered.',
  input,
  output,
  run: async (waiver, { configFile, world, ...call }) => {
    await requireKnownRules([waiver.rule_id], call)
    const { name, propose } = await openWaivers(configFile, world)
    propose(waiver)
    return createWaiverAnswer('no', name, waiver)
  },
})

export const addWaiverTool = tool<Waiver>({
  name: 'add_waiver',
  title: 'Add a waiver',
  description:
    'Adds a waiver to the config, as propose_waiver shows it, and leaves the rest of the file unchanged.',
  input,
  output,
  writes: true,
  run: async (waiver, { configFile, world, fence, ...call }) => {
    await requireKnownRules([waiver.rule_id], call)
    const { name, file, add } = await openWaivers(configFile, world)
    await fence.requireInside([file])
    await add(waiver)
    return createWaiverAnswer('yes', name, waiver)
  },
})

function createWaiverAnswer(written: 'yes' | 'no', config: string, waiver: Waiver): ToolAnswer {
  const { rule_id, ruleset_id, api_id, path, message, reason, owner, expires } = waiver
  const entry = { rule_id, ruleset_id, api_id, path, message, reason, owner, expires }
  return {
    facts: [['written', written]],
    lines: [
      ...labelled('config: ', config),
      ...labelled('covers: ', describeCover(waiver)),
      ...labelled('', yamlText({ waivers: [entry] }).trimEnd()),
    ],
  }
}

function describeCover({ rule_id, ruleset_id, api_id, path, message }: Waiver): string {
  const ruleset = ruleset_id === undefined ? 'in every ruleset' : `of the ruleset ${ruleset_id}`
  const api = api_id === undefined ? 'in every API' : `in ${api_id}`
  const where = path === undefined ? 'at every place' : `at ${path}`
  const what = message === undefined ? '' : `, where it says ${JSON.stringify(message)}`
  return `${rule_id} ${ruleset}, ${api}, ${where}${what}`
}
