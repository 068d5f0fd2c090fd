/**
 * A dashboard that takes its time and answers what the contract allows, as a process of its own: `latency` in
 * milliseconds before each answer, `issues` for each API and request. Tells its port to the process that forked it.
 *
 * node slow-service.js LATENCY ISSUES
 */
import { createServer } from 'node:http'

const [latency, issuesPerApi] = process.argv.slice(2).map(Number)
const severities = ['error', 'warn', 'info', 'hint']
const categories = { payments: ['rs-0'], public: ['rs-1'] }

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text) => {
    body += text
  })
  request.on('end', () => {
    const text = JSON.stringify(answerTo(JSON.parse(body)))
    setTimeout(() => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }, latency)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())

function answerTo({ api_ids, ruleset_ids, categories: names = [] }) {
  const ids = ruleset_ids ?? names.flatMap((name) => categories[name])
  const issues = api_ids.flatMap((api) =>
    Array.from({ length: issuesPerApi }, (_, index) => issueOf(api, ids[0], index)),
  )
  const found = countsOf(issues)
  return {
    rulesets: ids.map((id, index) => rulesetOf(id, index === 0 ? found : countsOf([]))),
    issues,
    total: issues.length,
    truncated: false,
    ...found,
    evaluated_apis: api_ids.length,
    elapsed_ms: latency,
  }
}

function countsOf(issues) {
  const counts = severities.map((name) => [
    `${name}_count`,
    issues.filter(({ severity }) => severity === name).length,
  ])
  return Object.fromEntries(counts)
}

function rulesetOf(id, counts) {
  return { id, name: `Ruleset ${id}`, resource_type: 'oas-api', active: true, action: 'warn', ...counts }
}

/** About 700 bytes, most of them the same in all issues of a rule, as in a dashboard's answers. */
function issueOf(api, ruleset, index) {
  const rule = index % 25
  const number = Number.parseInt(api.slice(-6), 16) * 1000 + index
  return {
    _id: `${number.toString(16).padStart(12, '0')}${ruleset.slice(3).padStart(4, '0')}`,
    org_id: '5e9d9544a1dcd60001d0ed20',
    api_id: api,
    ruleset_id: ruleset,
    ruleset_name: `Ruleset ${ruleset}`,
    rule_id: `operation-rule-${rule}`,
    rule_summary: `Every operation keeps rule ${rule} of the style guide`,
    how_to_fix: `Look rule ${rule} up in the style guide, and change the operation as it says there.`,
    message: `Operation "get /resources/${index}" does not keep rule ${rule}`,
    severity: severities[rule % 4],
    severity_order: (rule % 4) + 1,
    path: `paths./resources/${index}/{id}.get.responses.200.content.application/json`,
    location: { start_line: index + 1, start_char: 5, end_line: index + 3, end_char: 40 },
    created_at: '2026-03-01T06:30:15Z',
  }
}
