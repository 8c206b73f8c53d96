import type { CategoryFields, StaffCategory } from '@mela/contract'

/** Initial values of a category's form. */
export const valuesOf = (category: StaffCategory): CategoryFields => ({
  name: category.name,
  slug: category.slug,
  description: category.description,
  picture: category.hasOwnPicture ? (category.picture?._id ?? null) : null,
  parent: category.parent?._id ?? null,
  hidesWhileEmpty: category.hidesWhileEmpty,
  isHidden: category.isHidden,
  seoTitle: category.seoTitle,
  seoDescription: category.seoDescription,
})

/** The changed fields, with their values in `after`. */
export function changedFields(before: CategoryFields, after: CategoryFields): Partial<CategoryFields> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof CategoryFields] !== value),
  )
}

export const takenBack = (changed: Partial<CategoryFields>, before: CategoryFields): Partial<CategoryFields> =>
  Object.fromEntries(Object.keys(changed).map(key => [key, before[key as keyof CategoryFields]]))
