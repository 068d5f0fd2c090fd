import type { Path } from '../model/location.ts'

interface Hinted {
  readonly hint: string
  readonly inner?: Readonly<Record<string, string>>
}

/** What to write at `path`, from the setting's own value. */
export function hintAt({ hint, inner = {} }: Hinted, path: Path): string {
  if (path.length === 0) return hint
  const isNamed = '*' in inner
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return '[]'
    return index === 0 && isNamed ? '*' : `.${step}`
  })
  return inner[steps.join('')] ?? 'Fix the value or delete it.'
}
