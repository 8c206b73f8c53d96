import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { flag, isBlank, notAnObject, number, objectId, storable } from '../shared/fields.ts'
import { category, categoryInput, parentField } from './categories.ts'
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from './product-fields.ts'

/** `count` includes its children's products and inactive ones; `picture` is the chosen one if `hasOwnPicture`. */
const staffCategory = category.extend({
  countInShop: z.number(),
  /** A deletion moves the products that are in no child. */
  ownCount: z.number(),
  hasOwnPicture: z.boolean(),
  /** Hidden from menus while it has no active product. */
  hidesWhileEmpty: z.boolean(),
  /** Its children are hidden too; its products are not. */
  isHidden: z.boolean(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  version: z.number(),
})
export type StaffCategory = z.output<typeof staffCategory>

export const LONGEST_CATEGORY_DESCRIPTION = 300

const { name, slug } = categoryInput.shape

export const upTo = (max: number, message: string) =>
  z
    .string(message)
    .transform(typed => storable(typed).trim())
    .pipe(z.string().max(max, `${message} This must be ${max} character(s) or less.`))

export const seoFields = {
  seoTitle: upTo(LONGEST_SEO_TITLE, 'Title is not valid.'),
  seoDescription: upTo(LONGEST_SEO_DESCRIPTION, 'Description is not valid.'),
}

export const categoryFields = z.object(
  {
    name,
    slug,
    description: upTo(LONGEST_CATEGORY_DESCRIPTION, 'Category description is not valid.'),
    picture: objectId.nullable(),
    parent: parentField,
    hidesWhileEmpty: flag,
    isHidden: flag,
    ...seoFields,
  },
  notAnObject,
)
export type CategoryFields = z.output<typeof categoryFields>

export const CATEGORY_LABELS: Record<keyof CategoryFields, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  picture: 'Picture',
  parent: 'Is in',
  hidesWhileEmpty: 'Hide while empty',
  isHidden: 'Hidden',
  seoTitle: 'Title for search engines',
  seoDescription: 'Text for search engines',
}

const byId = z.object({ id: objectId })

export const listStaffCategories = {
  method: 'GET',
  url: '/categories/staff',
  access: 'admin',
  schema: { response: { 200: envelope(z.array(staffCategory)) } },
} as const satisfies Endpoint

/** `version` is the one that the form has loaded; it protects the changes of another admin. */
export const updateCategory = {
  method: 'PATCH',
  url: '/categories/:id',
  access: 'admin',
  schema: {
    params: byId,
    body: categoryFields.partial().extend({ version: number({ min: 1 }).optional() }),
    response: { 200: envelope(staffCategory) },
  },
} as const satisfies Endpoint

const order = z.array(objectId, 'This must be a list of ids.').max(1000, 'This takes 1000 ids at the most.')

/** Puts all categories into the order of `ids`; refused when the order is no longer `seen`. */
export const orderCategories = {
  method: 'PUT',
  url: '/categories/order',
  access: 'admin',
  schema: {
    body: z.object({ ids: order, seen: order }, notAnObject),
    response: { 200: envelope(z.array(staffCategory)) },
  },
} as const satisfies Endpoint

const target = z.preprocess(value => (isBlank(value) ? undefined : value), objectId.optional())

/** A category that has products needs `moveTo`. */
export const deleteCategory = {
  method: 'DELETE',
  url: '/categories/:id',
  access: 'admin',
  schema: { params: byId, querystring: z.object({ moveTo: target }), response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

/** Undoes a deletion, with those of its products that are still in the category it moved them to. */
export const restoreCategory = {
  method: 'POST',
  url: '/categories/:id/restore',
  access: 'admin',
  schema: { params: byId, response: { 200: envelope(staffCategory) } },
} as const satisfies Endpoint
