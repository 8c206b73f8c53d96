import { z } from 'zod'
import { byId, type Endpoints, envelope, idempotencyHeaders } from '../shared/endpoint.ts'
import { line, notAnObject, objectId, slugText } from '../shared/fields.ts'
import { media } from './media.ts'
import { bySlug, productListQuery, productPage, withOptions } from './products.ts'

const link = { _id: objectId, name: z.string(), slug: z.string() }

/** `count` includes the children's products that the caller may see; `picture` may be that of a product. */
export const category = z.object({
  _id: objectId,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  count: z.number(),
  picture: media.nullable(),
  parent: z.object(link).nullable(),
  /** Left out of a category that has no visible children. */
  children: z.array(z.object({ ...link, count: z.number() })).optional(),
})
export type Category = z.output<typeof category>

const categoryInFull = category.extend({
  seoTitle: z.string(),
  seoDescription: z.string(),
})
export type CategoryInFull = z.output<typeof categoryInFull>

export const LONGEST_CATEGORY_NAME = 80

export const categoryInput = z.object(
  {
    name: line({ message: 'Category name is not valid.', max: LONGEST_CATEGORY_NAME }),
    slug: slugText({ message: 'Category slug is not valid.', max: LONGEST_CATEGORY_NAME }),
  },
  notAnObject,
)

export const parentField = z.preprocess(value => (value === '' ? null : value), objectId.nullable())

export const newCategory = categoryInput.extend({ parent: parentField.optional() })

export const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const productsQuery = withOptions(productListQuery(100))

export const categoryCalls = {
  'GET /categories': { access: 'everyone', response: { 200: envelope(z.array(category)) } },
  'POST /categories': {
    access: 'admin',
    headers: idempotencyHeaders,
    body: newCategory,
    response: { 201: envelope(category) },
  },
  'GET /categories/:id': { access: 'everyone', params: byId, response: { 200: envelope(categoryInFull) } },
  'GET /categories/slug/:slug': { access: 'everyone', params: bySlug, response: { 200: envelope(categoryInFull) } },
  'GET /categories/id/:id/products': {
    access: 'everyone',
    limit: 'searches',
    params: byId,
    querystring: productsQuery,
    response: { 200: productPage },
  },
  'GET /categories/slug/:slug/products': {
    access: 'everyone',
    limit: 'searches',
    params: bySlug,
    querystring: productsQuery,
    response: { 200: productPage },
  },
} as const satisfies Endpoints
