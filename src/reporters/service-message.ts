import { excerpt } from './wording.ts'

/** TeamCity takes no longer value. Names and categories are shorter, and shown cut. */
const longest: Readonly<Record<string, number>> = { name: 250, category: 250, text: 1000 }
const longestOther = 3900

/** `##teamcity[name key='value' ...]`, on one line of plain ASCII; no value can end its quotes or the message. */
export function serviceMessage(name: string, values: Readonly<Record<string, string>>): string {
  const written = Object.entries(values).map(
    ([key, value]) => ` ${key}='${escaped(excerpt(value, longest[key] ?? longestOther) || '-')}'`,
  )
  return `##teamcity[${name}${written.join('')}]`
}

function escaped(text: string): string {
  return text
    .replace(/[|'[\]]/g, (found) => `|${found}`)
    .replace(/[^ -~]/g, (found) => `|0x${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
