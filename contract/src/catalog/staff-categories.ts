import { z } from 'zod'
import { byId, done, type Endpoints, envelope } from '../shared/endpoint.ts'
import { flag, isBlank, notAnObject, number, objectId, upTo } from '../shared/fields.ts'
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

const order = z.array(objectId, 'This must be a list of ids.').max(1000, 'This takes 1000 ids at the most.')

const target = z.preprocess(value => (isBlank(value) ? undefined : value), objectId.optional())

export const staffCategoryCalls = {
  'GET /categories/staff': { access: 'admin', response: { 200: envelope(z.array(staffCategory)) } },
  /** `version` is the one that the form has loaded; it protects the changes of another admin. */
  'PATCH /categories/:id': {
    access: 'admin',
    params: byId,
    body: categoryFields.partial().extend({ version: number({ min: 1 }).optional() }),
    response: { 200: envelope(staffCategory) },
  },
  /** Puts all categories into the order of `ids`; refused when the order is no longer `seen`. */
  'PUT /categories/order': {
    access: 'admin',
    body: z.object({ ids: order, seen: order }, notAnObject),
    response: { 200: envelope(z.array(staffCategory)) },
  },
  /** A category that has products needs `moveTo`. */
  'DELETE /categories/:id': {
    access: 'admin',
    params: byId,
    querystring: z.object({ moveTo: target }),
    response: done,
  },
  /** Undoes a deletion, with those of its products that are still in the category it moved them to. */
  'POST /categories/:id/restore': { access: 'admin', params: byId, response: { 200: envelope(staffCategory) } },
} as const satisfies Endpoints
