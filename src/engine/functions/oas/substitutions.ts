/** More are not tried: the number grows with the product of the lists. */
const most = 1000

/** What a template becomes with every choice of a value for each of its `{name}`s, up to a bound. */
export function* substitutions(
  template: string,
  names: readonly string[],
  values: readonly (readonly string[])[],
): Generator<string> {
  const total = values.reduce((product, list) => product * list.length, 1)
  for (let choice = 0; choice < Math.min(total, most); choice++) {
    let rest = choice
    const chosen = new Map<string, string>()
    for (const [index, list] of values.entries()) {
      chosen.set(names[index] ?? '', list[rest % list.length] ?? '')
      rest = Math.floor(rest / list.length)
    }
    yield template.replace(/\{(.+?)\}/g, (whole, name: string) => chosen.get(name) ?? whole)
  }
}
