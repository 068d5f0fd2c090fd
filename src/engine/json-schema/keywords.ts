import { anyKeywords, type } from './any-keywords.ts'
import { arrayKeywords } from './array-keywords.ts'
import type { KeywordTable } from './check.ts'
import { combinatorKeywords } from './combinator-keywords.ts'
import { dependencyKeywords } from './dependency-keywords.ts'
import { numberKeywords } from './number-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { stringKeywords } from './string-keywords.ts'
import { unevaluatedKeywords } from './unevaluated-keywords.ts'

/** All keywords that ask for something, in the order in which they look at an instance. */
export const keywords: KeywordTable = [
  ['type', type],
  ...numberKeywords,
  ...stringKeywords,
  ...anyKeywords,
  ...combinatorKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...dependencyKeywords,
  ...unevaluatedKeywords,
]
