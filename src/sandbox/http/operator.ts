import type { SandboxApp } from './app.ts'
import { errorAnswer, jsonAnswer, Refusal, type ServiceAnswer } from './exchange.ts'

/** What an operator asks of a service, beside its operations: whether it lives, whether it can work, and what it did. */
export interface Operator {
  /** What keeps it from working, in words; empty where nothing does. */
  readonly findFaults: () => Promise<readonly string[]>
  readonly renderMetrics: () => string
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8'
/** Milliseconds for which an answer is given again: whoever asks must not be a load. */
const readinessMs = 2_000

/** The app, and `GET /health/live`, `/health/ready` and `/metrics`, which need no credential and hold no secret. */
export function withOperator(app: SandboxApp, { findFaults, renderMetrics }: Operator): SandboxApp {
  let known: { readonly at: number; readonly faults: Promise<readonly string[]> } | undefined
  const findFaultsNow = () => {
    if (known === undefined || performance.now() - known.at > readinessMs)
      known = { at: performance.now(), faults: findFaults() }
    return known.faults
  }
  const pages: Readonly<Record<string, () => Promise<ServiceAnswer>>> = {
    '/health/live': async () => jsonAnswer({ status: 'ok' }),
    '/health/ready': async () => {
      const faults = await findFaultsNow()
      return faults.length === 0
        ? jsonAnswer({ status: 'ok' })
        : jsonAnswer({ status: 'unavailable', faults }, { status: 503 })
    },
    '/metrics': async () => ({
      status: 200,
      headers: { 'content-type': metricsType, 'cache-control': 'no-store' },
      text: renderMetrics(),
    }),
  }
  return {
    answer: async (request) => {
      const { pathname } = new URL(request.url)
      const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
      if (page === undefined) return app.answer(request)
      if (request.note) request.note.path = pathname
      if (request.method === 'GET' || request.method === 'HEAD') return page()
      const message = `${pathname} does not allow ${request.method}: use GET`
      return errorAnswer(new Refusal(405, message, { Allow: 'GET' }))
    },
  }
}
