import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, meta, pageOf } from '../shared/endpoint.ts'
import { exactText, flag, idList, notAnObject, objectId } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { media } from './media.ts'
import { chosenOptions } from './option-filters.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from './product-fields.ts'
import { PRODUCT_SORTS, READ_KINDS, type ReadKind } from './product-sorts.ts'
import { review } from './reviews.ts'
import { variant } from './variants.ts'

export const productCard = z.object({
  _id: objectId,
  /** The slug is unique among present and former ones. */
  slug: z.string(),
  name: z.string(),
  price: z.number(),
  onSale: z.boolean(),
  salePrice: z.number(),
  stock: z.number(),
  isActive: z.boolean(),
  category: z.object({ _id: objectId, name: z.string(), slug: z.string() }),
  thumbnail: media.nullable(),
  gallery: z.array(media),
  rating: z.object({ average: z.number(), count: z.number() }),
  /** Empty for a product of which there is one kind. */
  options: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ name: z.string(), swatch: z.string().optional() })) }),
  ),
  /** Effective prices and highest discount of active variants; left out where they equal the product's own. */
  priceRange: z.object({ from: z.number(), to: z.number(), savedPercent: z.number() }).optional(),
  /** What one unit of the cheapest variant holds, such as '750 ml'; left out where it is not said. */
  content: z.string().nullable().optional(),
  /** What the unit price is for, such as '100 ml'; by default the usual measure. */
  unitPriceFor: z.string().nullable().optional(),
})
export type ProductCard = z.output<typeof productCard>

/** `reviews` are the newest ones, of which SPEC's clients count the stars. */
const listedProduct = productCard.extend({
  description: z.string(),
  reviews: z.array(z.object({ _id: objectId, rating: z.number() })),
})

/** `reviews` holds the newest ones (REVIEWS_SHOWN); `rating` covers all of them. */
export const product = productCard.extend({
  description: z.string(),
  reviews: z.array(review),
  rating: z.object({ average: z.number(), count: z.number(), stars: z.array(z.number()) }),
  /** The Markdown description as safe HTML and as words alone; left out where it has no formatting. */
  formatted: z.object({ html: z.string(), text: z.string() }).optional(),
  isGiftCard: z.boolean(),
  weight: z.number().nullable(),
  content: z.string().nullable(),
  unitPriceFor: z.string().nullable(),
  sizeGuide: z.string().nullable(),
  taxClass: z.string().nullable(),
  hsnCode: z.string().nullable(),
  tags: z.string().nullable(),
  vendor: z.string().nullable(),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  trail: z.array(z.object({ name: z.string(), slug: z.string() })),
  version: z.number(),
  variants: z.array(variant),
})
export type Product = z.output<typeof product>

const onlyWhenTrue = z
  .enum(['true', '1'])
  .transform(() => true)
  .optional()
  .catch(undefined)
const amount = z.coerce
  .number()
  .min(LOWEST_PRICE)
  .transform(asked => Math.min(asked, HIGHEST_PRICE))
  .optional()
  .catch(undefined)

const slug = exactText().max(80).optional().catch(undefined)

/** SPEC's clients get whole products. Pages ask for cards, because the cache tags of a list do not cover reviews. */
const productView = { view: z.literal('card').optional().catch(undefined) }

/** Invalid values are ignored, so that no link breaks. Prices are in dollars. */
const productFilters = z.object({
  category: slug,
  minPrice: amount,
  maxPrice: amount,
  onSale: onlyWhenTrue,
  inStock: onlyWhenTrue,
  rating: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  sort: z.enum(PRODUCT_SORTS).catch('relevance'),
  /** Has filters and order read from the keyword, such as 'kurta xl under 50'; without it every word is searched. */
  read: onlyWhenTrue,
  plain: z
    .string()
    .transform(kinds => kinds.split(',').filter((kind): kind is ReadKind => READ_KINDS.some(known => known === kind)))
    .optional()
    .catch(undefined),
  ...productView,
  /** Sent as `option.Size=M`: one variant must have a chosen value of each option; with inStock, one with stock. */
  option: z.record(exactText(), z.array(exactText())).optional().catch(undefined),
})
export type ProductFilters = z.output<typeof productFilters>

export const staffProductFilters = { withoutPicture: onlyWhenTrue }

export const productListQuery = (size?: number) => listQuery({ size }).extend(productFilters.shape)

export const withOptions = <Query extends z.ZodType>(schema: Query) => z.preprocess(gatherOptions, schema)

function gatherOptions(query: unknown) {
  const given = Object.entries(query ?? {}).flatMap(([key, values]) =>
    [values].flat().map((value): [string, string] => [key, String(value)]),
  )
  const option = chosenOptions(given)
  return { ...Object(query), option: Object.keys(option).length > 0 ? option : undefined }
}

/** `correction`: the probable spelling, else `partial`: the closest search; `mentioned`: in descriptions alone. */
const instead = {
  correction: z.string().optional(),
  partial: z.string().optional(),
  mentioned: z.boolean().optional(),
}

const pageLink = z.object({
  title: z.string(),
  slug: z.string(),
  heading: z.string().optional(),
  anchor: z.string().optional(),
})

const keywordReading = z.object({
  keyword: z.string(),
  minPrice: z.number().optional(),
  maxPrice: z.number().optional(),
  onSale: z.boolean().optional(),
  sort: z.enum(PRODUCT_SORTS).optional(),
  isBestSellers: z.boolean().optional(),
  option: z.record(z.string(), z.array(z.string())).optional(),
  /** The words of filters that were taken off are not searched, because no product has them. */
  isShortened: z.boolean().optional(),
})
export type KeywordReading = z.output<typeof keywordReading>

export const productPage = pageOf(listedProduct.partial({ description: true, reviews: true })).extend({
  meta: meta.extend({ ...instead, reading: keywordReading.optional(), pages: z.array(pageLink).optional() }),
})

/** Each facet counts as if its own filter were not set and all others were. */
const facets = z.object({
  categories: z.array(
    z.object({ name: z.string(), slug: z.string(), count: z.number(), parent: z.string().optional() }),
  ),
  /** Bands of round dollar amounts, `from` inclusive and `to` exclusive; together they cover every product found. */
  prices: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  onSale: z.number(),
  inStock: z.number(),
  ratings: z.array(z.object({ stars: z.number(), count: z.number() })),
  /** The options of the products found; a value is counted together with the chosen values of other options. */
  options: z.array(z.object({ name: z.string(), values: z.array(z.object({ name: z.string(), count: z.number() })) })),
})
export type Facets = z.output<typeof facets>

const suggestions = z.object({
  products: z.array(
    productCard.pick({
      _id: true,
      slug: true,
      name: true,
      price: true,
      onSale: true,
      salePrice: true,
      thumbnail: true,
      options: true,
      priceRange: true,
    }),
  ),
  categories: z.array(z.object({ name: z.string(), slug: z.string(), count: z.number() })),
  ...instead,
})
export type Suggestions = z.output<typeof suggestions>

export const bySlug = z.object({ slug: exactText() })

const badKey = 'Key is not valid.'

export const productCalls = {
  'GET /products': {
    access: 'everyone',
    limit: 'searches',
    querystring: withOptions(productListQuery().extend(staffProductFilters)),
    response: { 200: productPage },
  },
  'GET /products/on-sale': {
    access: 'everyone',
    limit: 'searches',
    querystring: withOptions(productListQuery().extend(staffProductFilters)),
    response: { 200: productPage },
  },
  'GET /products/sale-figures': {
    access: 'everyone',
    limit: 'searches',
    response: { 200: envelope(z.object({ highestPercent: z.number() })) },
  },
  'GET /products/best-sellers': {
    access: 'everyone',
    limit: 'searches',
    response: { 200: envelope(z.array(productCard)) },
  },
  'GET /products/inactive': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ ...productView, ...staffProductFilters }),
    response: { 200: productPage },
  },
  /** `onSale`, `within` (a category's slug) and `collection` limit the list; other products are not counted. */
  'GET /products/facets': {
    access: 'everyone',
    limit: 'searches',
    querystring: withOptions(productListQuery().extend({ within: slug, collection: slug })),
    response: { 200: envelope(facets) },
  },
  'GET /products/suggestions': {
    access: 'everyone',
    limit: 'searches',
    querystring: listQuery().pick({ keyword: true }),
    response: { 200: envelope(suggestions) },
  },
  /**
   * Answers active products in the order asked for. With `variants` each has those of these that can be bought, the only
   * variant of a product that has no options, its own content and weight, and its class of tax.
   */
  'GET /products/cards': {
    access: 'everyone',
    querystring: z.object({ ids: idList, variants: idList.optional() }),
    response: {
      200: envelope(
        z.array(
          productCard.extend({
            variants: z.array(variant).optional(),
            weight: z.number().nullable().optional(),
            taxClass: z.string().optional(),
            isGiftCard: z.boolean().optional(),
          }),
        ),
      ),
    },
  },
  'GET /products/:id/companions': {
    access: 'everyone',
    limit: 'searches',
    params: byId,
    response: { 200: envelope(z.array(productCard)) },
  },
  'GET /products/:id': { access: 'everyone', params: byId, response: { 200: envelope(product) } },
  'GET /products/slug/:slug': {
    access: 'everyone',
    params: bySlug,
    response: { 200: envelope(product) },
  },
  'PATCH /products/:productId': {
    access: 'admin',
    params: z.object({ productId: objectId }),
    body: z.object({ key: z.literal('isActive', badKey), value: flag, productId: objectId.optional() }, notAnObject),
    response: { 200: envelope(productCard) },
  },
} as const satisfies Endpoints
