import { get } from 'react-hook-form'

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ, with their values in `after`; a name may be a path, such as 'shop.name'. */
export function changesIn(fields: readonly string[], before: object, after: object): Record<string, unknown> {
  const changed = fields.filter(name => !isSame(get(before, name), get(after, name)))
  return Object.fromEntries(changed.map(name => [name, get(after, name)]))
}
