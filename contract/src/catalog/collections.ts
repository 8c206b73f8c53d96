import { z } from 'zod'
import { byId, done, type Endpoints, envelope } from '../shared/endpoint.ts'
import {
  clearable,
  flag,
  line,
  notAnObject,
  number,
  objectId,
  omittable,
  typedAmount,
  typedWhole,
  upTo,
} from '../shared/fields.ts'
import { categoryInput, LONGEST_CATEGORY_NAME } from './categories.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from './product-fields.ts'
import { bySlug, productListQuery, productPage, withOptions } from './products.ts'
import { LONGEST_CATEGORY_DESCRIPTION, seoFields } from './staff-categories.ts'

const collectionRule = z.object({
  maxPrice: z.number().nullable(),
  /** Days of the shop's calendar, with today. */
  newDays: z.number().nullable(),
  tag: z.string().nullable(),
  onSale: z.boolean(),
})
export type CollectionRule = z.output<typeof collectionRule>

const collection = z.object({
  _id: objectId,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  count: z.number(),
})
export type Collection = z.output<typeof collection>

const staffCollection = collection.extend({
  ...collectionRule.shape,
  isHidden: z.boolean(),
  version: z.number(),
})
export type StaffCollection = z.output<typeof staffCollection>

const LONGEST_TAG = 40
const MOST_DAYS = 3650

const ruleFields = {
  maxPrice: clearable(typedAmount(number({ min: LOWEST_PRICE, max: HIGHEST_PRICE }))),
  newDays: clearable(typedWhole({ min: 1, max: MOST_DAYS })),
  tag: clearable(line({ max: LONGEST_TAG })),
  onSale: omittable(flag),
}

const fields = z.object(
  {
    name: line({ message: 'Collection name is not valid.', max: LONGEST_CATEGORY_NAME }),
    slug: categoryInput.shape.slug,
    description: omittable(upTo(LONGEST_CATEGORY_DESCRIPTION, 'Collection description is not valid.')),
    ...ruleFields,
    isHidden: omittable(flag),
    seoTitle: omittable(seoFields.seoTitle),
    seoDescription: omittable(seoFields.seoDescription),
  },
  notAnObject,
)

export const NO_RULE = 'Say what its products have in common: a price, days, a tag or the sale.'

/** A rule that is not sent is off, a text that is not sent is empty. */
export const collectionInput = fields.refine(
  ({ maxPrice, newDays, tag, onSale }) => Boolean(maxPrice ?? newDays ?? tag ?? onSale),
  { path: ['maxPrice'], message: NO_RULE },
)
export type CollectionInput = z.output<typeof collectionInput>

export const collectionCalls = {
  'GET /collections/slug/:slug': { access: 'everyone', params: bySlug, response: { 200: envelope(collection) } },
  'GET /collections/slug/:slug/products': {
    access: 'everyone',
    limit: 'searches',
    params: bySlug,
    querystring: withOptions(productListQuery()),
    response: { 200: productPage },
  },
  'GET /collections': { access: 'admin', response: { 200: envelope(z.array(staffCollection)) } },
  'GET /collections/count': {
    access: 'admin',
    querystring: z.object({
      ...ruleFields,
      onSale: z
        .enum(['true', 'false'])
        .transform(value => value === 'true')
        .optional(),
    }),
    response: { 200: envelope(z.object({ count: z.number() })) },
  },
  'POST /collections': { access: 'admin', body: collectionInput, response: { 201: envelope(staffCollection) } },
  'PATCH /collections/:id': {
    access: 'admin',
    params: byId,
    body: fields.partial().extend({ version: number({ min: 1 }).optional() }),
    response: { 200: envelope(staffCollection) },
  },
  'DELETE /collections/:id': { access: 'admin', params: byId, response: done },
  'POST /collections/:id/restore': { access: 'admin', params: byId, response: { 200: envelope(staffCollection) } },
} as const satisfies Endpoints
