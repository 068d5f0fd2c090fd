import { messageIn } from './raw-exchange.ts'

const type = { 'content-type': 'application/json' }
export const author = { authorization: 'Bearer demo-key-administrator', ...type }
export const pipeline = { authorization: 'Bearer demo-key-pipeline', ...type }
/** Of another organisation. */
export const studio = { authorization: 'Bearer demo-key-studio-developer', ...type }

export const times = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at))

/** Rules that each ruleset can have, of about so many bytes. */
export const smallRules = (bytes = 0) =>
  JSON.stringify({
    rules: {
      r: Object.fromEntries([
        ['description', 'x'.repeat(bytes)],
        ['given', '$'],
        ['then', { function: 'truthy' }],
      ]),
    },
  })

/** The status and the message of an answer, alone in its list; `no answer` of a connection that broke off. */
export async function ask(
  url: string,
  method: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<readonly [string]> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  try {
    const response = await fetch(url, { method, headers: { ...author, ...headers }, body: text ?? null })
    return [`${response.status} ${messageIn(await response.text())}`]
  } catch {
    return ['no answer']
  }
}

/** How many of each status, such as `3 x 201, 1 x 400`. */
export function countStatuses(answers: readonly string[]): string {
  const statuses = answers.map((answer) => (/^\d{3}/.test(answer) ? answer.slice(0, 3) : answer))
  const counts = [...new Set(statuses)]
    .sort()
    .map((status) => [status, statuses.filter((each) => each === status).length])
  return counts.map(([status, count]) => `${count} x ${status}`).join(', ')
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
