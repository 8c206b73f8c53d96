import type { Fields } from './product-fields.ts'

/** An entry of a product's history; `undoes` names the entry that it undoes. */
export interface LaterChange {
  id: number
  undoes: number | null
  fields: string[]
}

/** Whether staff have set one of these fields after this entry, other than by undoing, and it is in force. */
export function isSetSince(changes: LaterChange[], entry: number, ...fields: (keyof Fields)[]): boolean {
  const later = changes.filter(({ id }) => id > entry)
  const undoing = new Map(later.map(({ id, undoes }) => [undoes, id]))
  const isUndone = (id: number): boolean => {
    const by = undoing.get(id)
    return by !== undefined && !isUndone(by)
  }
  return later.some(
    change => change.undoes === null && fields.some(field => change.fields.includes(field)) && !isUndone(change.id),
  )
}
