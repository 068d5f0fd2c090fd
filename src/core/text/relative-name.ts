/**
 * The name of a file as seen from the folder of another. Where only one of the two is absolute, the other one is in `folder`;
 * without that, the name as it is.
 */
export function toRelativeName(name: string, from: string, folder?: string): string {
  const [target, base] = [splitName(name), splitName(from).slice(0, -1)]
  if (isAbsolute(name) !== isAbsolute(from)) {
    if (folder === undefined || from.includes('://')) return target.join('/')
    const [whole = '', wholeFrom = ''] = [name, from].map((each) =>
      isAbsolute(each) ? each : `${folder}/${each}`,
    )
    return toRelativeName(whole, wholeFrom)
  }
  let shared = 0
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++
  return [...base.slice(shared).map(() => '..'), ...target.slice(shared)].join('/')
}

function isAbsolute(name: string): boolean {
  return /^(?:[/\\]|[a-z]:)/i.test(name)
}

function splitName(name: string): string[] {
  const parts: string[] = []
  for (const part of name.split(/[/\\]/)) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts
}
