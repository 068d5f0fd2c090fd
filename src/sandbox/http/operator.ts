import type { SandboxApp } from './app.ts'
import { errorAnswer, jsonAnswer, Refusal, type ServiceAnswer } from './exchange.ts'

/** The health, readiness and metrics of a service. */
export interface OperatorView {
  /** The reasons why it cannot work, in words; empty where there are none. */
  readonly findFaults: () => Promise<readonly string[]>
  readonly renderMetrics: () => string
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8'
/** Milliseconds for which an answer is given again: whoever asks must not be a load. */
const readinessMs = 2_000

/** The app, and `GET /health/live`, `/health/ready` and `/metrics`, which need no credential and hold no secret. */
export function withOperator(app: SandboxApp, { findFaults, renderMetrics }: OperatorView): SandboxApp {
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

/** Counts what a served sandbox does, in the text format of Prometheus. No label has more values than there are operations. */

type Labels = Readonly<Record<string, string>>

/** Seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60]

interface Histogram {
  readonly counts: number[]
  sum: number
  count: number
}

const help: Readonly<Record<string, string>> = {
  gov_http_requests_total: 'Requests that were answered.',
  gov_http_request_duration_seconds: 'Time from the head of a request to its answer.',
  gov_http_broken_requests_total: 'Connections that sent what is not a request.',
  gov_work_total: 'Requests that a thread read, compiled or evaluated.',
  gov_work_wait_seconds: 'Time that they waited for a thread.',
  gov_work_duration_seconds: 'Time that a thread took.',
  gov_work_running: 'Threads that work now.',
  gov_work_waiting: 'Requests that wait for a thread now.',
  gov_threads: 'Threads that are alive now.',
  gov_workspace_rulesets: 'Rulesets that are saved.',
  process_resident_memory_bytes: 'Memory of the process, threads included.',
  process_cpu_seconds_total: 'Processor time of the process.',
  process_start_time_seconds: 'When the process started, in seconds since 1970.',
}

export function createMetrics() {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  return {
    count: (name: string, labels: Labels = {}) => {
      const rows = getOrAdd(counters, name, () => new Map<string, number>())
      const key = renderLabels(labels)
      rows.set(key, (rows.get(key) ?? 0) + 1)
    },
    observe: (name: string, seconds: number, labels: Labels = {}) => {
      const rows = getOrAdd(histograms, name, () => new Map<string, Histogram>())
      const row = getOrAdd(rows, renderLabels(labels), () => ({
        counts: buckets.map(() => 0),
        sum: 0,
        count: 0,
      }))
      row.sum += seconds
      row.count += 1
      for (const [at, most] of buckets.entries())
        if (seconds <= most) row.counts[at] = (row.counts[at] ?? 0) + 1
    },
    /** Everything so far, and what `gauges` are now. */
    render: (gauges: Readonly<Record<string, number>>) => {
      const lines = [...counters].flatMap(([name, rows]) => [
        ...renderHead(name, 'counter'),
        ...[...rows].map(([labels, value]) => `${name}${wrap(labels)} ${value}`),
      ])
      for (const [name, rows] of histograms) {
        lines.push(...renderHead(name, 'histogram'))
        for (const [labels, row] of rows) lines.push(...renderHistogram(name, labels, row))
      }
      for (const [name, value] of Object.entries(gauges))
        lines.push(...renderHead(name, name.endsWith('_total') ? 'counter' : 'gauge'), `${name} ${value}`)
      return `${lines.join('\n')}\n`
    },
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function renderHead(name: string, type: string): string[] {
  return [`# HELP ${name} ${help[name] ?? name}`, `# TYPE ${name} ${type}`]
}

function renderHistogram(name: string, labels: string, { counts, sum, count }: Histogram): string[] {
  const start = labels === '' ? '' : `${labels},`
  return [
    ...buckets.map((most, at) => `${name}_bucket{${start}le="${most}"} ${counts[at]}`),
    `${name}_bucket{${start}le="+Inf"} ${count}`,
    `${name}_sum${wrap(labels)} ${sum}`,
    `${name}_count${wrap(labels)} ${count}`,
  ]
}

function wrap(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}

function renderLabels(labels: Labels): string {
  const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${quote(value)}"`)
    .join(',')
}
