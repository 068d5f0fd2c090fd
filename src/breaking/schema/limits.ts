/** A keyword that bounds what is valid, and whether more of it allows more. */
export const limits = [
  { keyword: 'maxLength', allowsMore: 'higher' },
  { keyword: 'minLength', allowsMore: 'lower' },
  { keyword: 'maxItems', allowsMore: 'higher' },
  { keyword: 'minItems', allowsMore: 'lower' },
  { keyword: 'maxProperties', allowsMore: 'higher' },
  { keyword: 'minProperties', allowsMore: 'lower' },
  { keyword: 'maxContains', allowsMore: 'higher' },
  { keyword: 'minContains', allowsMore: 'lower' },
  { keyword: 'maximum', allowsMore: 'higher' },
  { keyword: 'exclusiveMaximum', allowsMore: 'higher' },
  { keyword: 'minimum', allowsMore: 'lower' },
  { keyword: 'exclusiveMinimum', allowsMore: 'lower' },
] as const

export type LimitKeyword = (typeof limits)[number]['keyword']
