/** A value as a message shows it: a scalar in full up to a length, a text that looks like another one in quotes, anything else by its kind. */
export function print(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string')
    return value === '' ? 'an empty string' : quote(looksTyped.test(value) ? `"${value}"` : shorten(value))
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const looksTyped = /^(?:-?\d{1,20}(?:\.\d{1,20})?|true|false|null)$/

/** A text as code, which a message shows it as; one with a backtick is in quotes. */
export function quote(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``
}

/** A list of values as a message shows it. */
export function printList(values: readonly unknown[]): string {
  return joinSome(values, 20, print)
}

/** At most so many items, and how many more there are. */
export function joinSome<Item>(
  items: readonly Item[],
  most: number,
  show: (item: Item) => string = String,
): string {
  const shown = items.slice(0, most).map((item) => show(item))
  const more = items.length - most
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A text cut to what fits in a message. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** A number of things, as a message shows it: `1 item`, `2 items`. */
export function printCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A noun as a message begins with it. */
export function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
