/** Runs the work for each item, one after the other, as needed on one connection of a transaction. */
export async function forEachInOrder<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- the purpose of this function
  for (const item of items) await work(item)
}
