/** The choice after a press on an item: a chosen item is removed; above `limit`, the first chosen item is dropped. */
export function choose<Item extends { _id: string }>(chosen: readonly Item[], item: Item, limit: number): Item[] {
  const others = chosen.filter(({ _id }) => _id !== item._id)
  return others.length < chosen.length ? others : [...others, item].slice(-limit)
}
