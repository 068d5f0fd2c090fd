/** The issues that count beside a base: all, those that are new since, or these and those in what the change touches. */
export const basePolicies = ['all', 'new', 'touched'] as const
export type BasePolicy = (typeof basePolicies)[number]

/** `main (1a2b3c4)`; foreign text. */
export function baseName({
  name,
  commit,
}: {
  readonly name: string
  readonly commit?: string | undefined
}): string {
  return commit === undefined ? name : `${name} (${commit.slice(0, 7)})`
}
