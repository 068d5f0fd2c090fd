import type { Path } from '../../core/model/location.ts'
import { rememberList } from '../../core/model/once.ts'
import { getValue, toList } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { FixTarget } from './fix.ts'

/** Whether an item of a list is the same as one before it. */
export function isRepeated({ root, isSame }: Pick<FixTarget, 'root' | 'isSame'>, item: Path): boolean {
  const [list, index] = [item.slice(0, -1), Number(item.at(-1))]
  const alike = listAlike(getValue(root, list))[index] ?? []
  const first = alike.find((each) => each === index || isSame([...list, each], item))
  return first !== undefined && first !== index
}

/** For each item of a list, the indexes of those that have its value. */
const listAlike = rememberList((list: object): readonly (readonly number[])[] => {
  const texts = toList(list).map((item) => JSON.stringify(item))
  const groups = groupBy(texts.keys(), (index) => texts[index])
  return texts.map((text) => groups.get(text) ?? [])
})
