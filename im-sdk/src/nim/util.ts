// Helpers of the class, which pages of older SDKs call without an instance.
import { readDataUrl } from '../upload/source.ts'
import { cutBy, mergeBy, toItems, type ItemOrItems, type ListItem } from './local/lists.ts'

type KeyOptions = { keyPath?: string }

/** Reads a field by its path, such as `user.account`. */
const createFieldReader = (path: string) => (row: ListItem) =>
  path.split('.').reduce<unknown>((value, name) => (value as ListItem | undefined)?.[name], row)

export const util = {
  merge: (target: object | null | undefined, ...sources: object[]): object => Object.assign(target ?? {}, ...sources),
  findObjInArray: <Item extends ListItem>(
    list: ItemOrItems<Item>,
    { keyPath = 'id', value }: KeyOptions & { value?: unknown } = {},
  ): Item | null => toItems(list).find((row) => createFieldReader(keyPath)(row) === value) ?? null,
  mergeObjArray: <Item extends ListItem>(
    olds: ItemOrItems<Item>,
    news: ItemOrItems<ListItem>,
    { keyPath = 'id', sortPath }: KeyOptions & { sortPath?: string } = {},
  ): Item[] => mergeBy(createFieldReader(keyPath), sortPath)(olds, news),
  cutObjArray: <Item extends ListItem>(
    olds: ItemOrItems<Item>,
    gone: ItemOrItems<ListItem>,
    { keyPath = 'id' }: KeyOptions = {},
  ): Item[] => cutBy(createFieldReader(keyPath))(olds, gone),
  /** Returns a sorted copy. */
  sortObjArray: <Item extends ListItem>(
    list: ItemOrItems<Item>,
    { sortPath = 'id', desc = false }: { sortPath?: string; desc?: boolean } = {},
  ): Item[] => {
    const read = createFieldReader(sortPath) as (row: ListItem) => number
    const sorted = toItems(list).sort((a, b) => (read(a) < read(b) ? -1 : Number(read(a) > read(b))))
    return desc ? sorted.toReversed() : sorted
  },
}
/** Pages ask before the login whether messages can stay on the device. */
export const support = { db: Boolean(globalThis.indexedDB) }
export const blob = { fromDataURL: readDataUrl }
