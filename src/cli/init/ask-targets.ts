import { usageError } from '../../model/errors.ts'
import type { DashboardFacts } from '../../run/init/dashboard-facts.ts'
import type { Context } from '../terminal/context.ts'
import { type Conversation, someOf } from './conversation.ts'
import { idsOf, numbered } from './numbered.ts'

/** Which local files to check. `isNeeded`: there is nothing else that could be. */
export async function askDefinitions(
  talk: Conversation,
  files: readonly string[],
  isNeeded: boolean,
  context: Context,
): Promise<readonly string[]> {
  if (files.length === 0) return isNeeded ? askPath(talk, context) : []
  const what = files.length === 1 ? 'One OpenAPI file is here' : `${files.length} OpenAPI files are here`
  await talk.say(`\n${what}:\n${numbered(files.map((id) => ({ id, name: '' })))}`)
  const none = isNeeded ? '' : ', "none"'
  return talk.ask(`Which ones? Numbers${none}, or Enter for all:`, (answer) =>
    !isNeeded && answer.toLowerCase() === 'none' ? [] : someOf(files, files)(answer),
  )
}

async function askPath(talk: Conversation, context: Context): Promise<readonly string[]> {
  await talk.say('\nNo OpenAPI file was found here.\n')
  return talk.ask('Path of one:', async (answer) => {
    await context.sources.readDefinition(answer)
    return [answer]
  })
}

/** Which saved APIs to check. */
export async function askApis(
  talk: Conversation,
  { apis }: DashboardFacts,
  isNeeded: boolean,
): Promise<string[]> {
  if (apis.length > 0) await talk.say(`\nSaved APIs:\n${numbered(apis)}`)
  const how = apis.length > 0 ? 'Numbers or ids' : 'Ids'
  const enter = isNeeded ? '' : ', or Enter for none'
  return talk.ask(`Which saved APIs? ${how}${enter}:`, (answer) => {
    const picked = idsOf(answer, apis)
    if (picked.length > 0 || !isNeeded) return picked
    throw usageError('answer-missing', 'nothing else to check', 'Name at least one API.')
  })
}
