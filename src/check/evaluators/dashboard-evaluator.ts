import type { Dashboard } from '../connect/dashboard.ts'
import type { Evaluator } from './evaluator.ts'

/** Has a dashboard evaluate: each call is one request. */
export function dashboardEvaluator({ client, close }: Dashboard): Evaluator {
  return {
    evaluateApis: client.evaluateApis,
    evaluateDefinition: ({ source: { bytes, contentType }, api_id, api_name }, selector, onAnswer) =>
      client.evaluateDefinition({ bytes, contentType, api_id, api_name }, selector, onAnswer),
    records: async () => client,
    close,
  }
}
