import type { Selector } from '../core/model/asked.ts'
import type { Evaluation } from '../core/model/evaluation.ts'
import { type AskOptions, exchange } from './ask.ts'
import { createCompact } from './compact.ts'
import { type AskedOf, readEvaluation } from './evaluation.ts'

/** A definition's own bytes, as they are in the file. */
export interface DefinitionUpload {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly api_id?: string | undefined
  readonly api_name?: string | undefined
}

/** Called when a 200 has arrived whole, before it is read: the next request need not wait for the reading. */
export type OnAnswer = () => Promise<void>

/** An evaluation stores nothing, so that it may be sent again. */
export function evaluationMethods(options: AskOptions) {
  const compact = createCompact()
  const post = async (
    path: string,
    content: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    asked: AskedOf,
    onAnswer: OnAnswer = async () => {},
  ): Promise<Evaluation> => {
    const headers = { ...options.credential(), ...content, accept: 'application/json' }
    const refusing = { operation: 'the evaluation operation', subject: 'an id' }
    const init = { method: 'POST', headers, body }
    const { text, contentType } = await exchange(options, path, init, refusing)
    await onAnswer()
    return compact(readEvaluation(text, contentType, asked))
  }
  return {
    /** `POST /api/evaluations/sandbox`: saved APIs. */
    evaluateApis: (apiIds: readonly string[], selector: Selector, onAnswer?: OnAnswer) =>
      post(
        '/api/evaluations/sandbox',
        { 'content-type': 'application/json' },
        JSON.stringify({ api_ids: apiIds, ...selector }),
        { api_ids: apiIds, selector },
        onAnswer,
      ),
    /** `POST /api/evaluations/sandbox/oas`: one definition that is sent along. */
    evaluateDefinition: (
      { bytes, contentType, api_id, api_name }: DefinitionUpload,
      selector: Selector,
      onAnswer?: OnAnswer,
    ) =>
      post(
        `/api/evaluations/sandbox/oas?${definitionQuery({ api_id, api_name }, selector)}`,
        { 'content-type': contentType },
        bytes,
        { definition: api_id, selector },
        onAnswer,
      ),
  }
}

type DefinitionNames = Pick<DefinitionUpload, 'api_id' | 'api_name'>

function definitionQuery({ api_id, api_name }: DefinitionNames, selector: Selector): string {
  const all = Object.entries({ ...selector, api_id, api_name }).flatMap(([key, values]) =>
    [values ?? []].flat().map((value): [string, string] => [key, value]),
  )
  return String(new URLSearchParams(all))
}
