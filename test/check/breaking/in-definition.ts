const within = (part: string, spaces: number) => part.replaceAll(/^/gm, ' '.repeat(spaces))

/** The example of a rule is a part of a definition: here is what it is part of. */
export function inDefinition(id: string, part: string): string {
  if (/^paths:/m.test(part)) return `openapi: 3.1.0\n${part}`
  const operation = 'openapi: 3.1.0\npaths:\n  /pets:\n    post:\n'
  const isOfOperation = /^(?:requestBody|responses|summary):/m.test(part)
  const content = (spaces: number) =>
    within(`content:\n  application/json:\n    schema:\n${within(part, 6)}`, spaces)
  if (id.startsWith('breaking-request-') && !isOfOperation)
    return `${operation}      requestBody:\n${content(8)}`
  if (id.startsWith('breaking-response-') && !isOfOperation)
    return `${operation}      responses:\n        '200':\n${content(10)}`
  return `${operation}${within(part, 6)}`
}
