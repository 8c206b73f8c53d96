import type { CategoryFields, StaffCategory } from '@mela/contract'

/** What the form of a category starts with. */
export const valuesOf = (category: StaffCategory): CategoryFields => ({
  name: category.name,
  slug: category.slug,
  description: category.description,
  picture: category.hasOwnPicture ? (category.picture?._id ?? null) : null,
  hidesWhileEmpty: category.hidesWhileEmpty,
})

/** The fields that differ, as they are in `after`. */
export function changedFields(before: CategoryFields, after: CategoryFields): Partial<CategoryFields> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof CategoryFields] !== value),
  )
}

/** These fields as they were. */
export const takenBack = (changed: Partial<CategoryFields>, before: CategoryFields): Partial<CategoryFields> =>
  Object.fromEntries(Object.keys(changed).map(key => [key, before[key as keyof CategoryFields]]))
