/** `refuse`: as `none`, and the definitions of a dashboard's APIs are read to see that none asks it to drop issues. */
export const inlineWaivers = ['none', 'x-lint-ignore', 'refuse'] as const
export type InlineWaivers = (typeof inlineWaivers)[number]

export function honoursIgnores(policy: { readonly inline_waivers?: InlineWaivers | undefined }): boolean {
  return policy.inline_waivers === 'x-lint-ignore'
}
