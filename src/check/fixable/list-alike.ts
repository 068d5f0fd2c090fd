import { rememberList } from '../../core/model/once.ts'
import { toList } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'

/** For each item of a list, the indexes of those that have its value. */
export const listAlike = rememberList((list: object): readonly (readonly number[])[] => {
  const texts = toList(list).map((item) => JSON.stringify(item))
  const groups = groupBy(texts.keys(), (index) => texts[index])
  return texts.map((text) => groups.get(text) ?? [])
})
