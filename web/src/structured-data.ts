import {
  type Category,
  type Collection,
  DEFAULT_SHOP,
  effectivePrice,
  optionsText,
  type Priced,
  type Product,
  paths,
  pictureUrl,
  productPath,
  type ShopInfo,
  type Variant,
} from '@mela/contract'
import { productPictures } from './lib/stored-product.ts'

/** The number of reviews given to search engines; all of them are on the page. */
const REVIEWS_TOLD = 3

/** The page's schema.org data; each item without its `@context`. */
export function shopData(origin: string, shop: ShopInfo): object[] {
  return [
    {
      '@type': 'Organization',
      '@id': `${origin}/#shop`,
      name: shop.name,
      description: shop.description,
      url: `${origin}/`,
      logo: origin + (shop.logo?.url ?? '/favicon.svg'),
      email: shop.email,
      ...(shop.phone && { telephone: shop.phone }),
      address: shop.address.join(', '),
      ...(shop.socialLinks.length > 0 && { sameAs: shop.socialLinks.map(({ url }) => url) }),
    },
    {
      '@type': 'WebSite',
      name: shop.name,
      url: `${origin}/`,
      publisher: { '@id': `${origin}/#shop` },
    },
  ]
}

export function productData(origin: string, product: Product, shop: ShopInfo = DEFAULT_SHOP): object[] {
  const url = origin + productPath(product)
  const { category, rating, options, weight, vendor } = product
  const pictures = productPictures(product)
  const about = {
    name: product.name,
    description: product.formatted?.text ?? product.description,
    category: category.name,
    url,
    ...(pictures.length > 0 && { image: pictures.map(picture => origin + pictureUrl(picture.url, 1200)) }),
    ...(vendor && { brand: { '@type': 'Brand', name: vendor } }),
    ...weightData(weight),
    ...(rating.count > 0 && ratingData(product)),
  }
  return [
    options.length > 0
      ? { '@type': 'ProductGroup', ...about, ...variantsData(origin, product, shop) }
      : {
          '@type': 'Product',
          ...about,
          ...codesOf(product.variants[0], product._id),
          offers: offerData(url, product, shop),
        },
    breadcrumbData(origin, ...product.trail.map(stepTo), [product.name, productPath(product)]),
  ]
}

const weightData = (grams: number | null | undefined) =>
  grams ? { weight: { '@type': 'QuantitativeValue', value: grams, unitCode: 'GRM' } } : {}

const codesOf = (variant: Pick<Variant, 'sku' | 'barcode'> | undefined, id: string) => ({
  sku: variant?.sku ?? id,
  // Of other barcodes search engines say that they are invalid.
  ...(/^(\d{8}|\d{12,14})$/.test(variant?.barcode ?? '') && { gtin: variant?.barcode }),
})

function offerData(url: string, sold: Priced & { stock: number }, shop: ShopInfo): object {
  return {
    '@type': 'Offer',
    url,
    price: effectivePrice(sold).toFixed(2),
    priceCurrency: shop.currency,
    availability: `https://schema.org/${sold.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop.name },
  }
}

/** The schema.org property of an option, by the last word of its name; other options have none. */
const PROPERTIES = new Map([
  ['color', 'color'],
  ['colour', 'color'],
  ['material', 'material'],
  ['pattern', 'pattern'],
  ['size', 'size'],
])

/** The property of an option: 'EU size' has `size`. */
const propertyOf = (option: string) => PROPERTIES.get(option.toLowerCase().split(' ').at(-1) ?? '')

function variantsData(origin: string, { _id, slug, name, options, variants }: Product, shop: ShopInfo): object {
  return {
    productGroupID: _id,
    variesBy: options.map(option => `https://schema.org/${propertyOf(option.name) ?? 'additionalProperty'}`),
    hasVariant: variants
      .filter(({ isActive }) => isActive)
      .map(variant => variantData(origin, { _id, slug, name }, variant, shop)),
  }
}

function variantData(
  origin: string,
  product: Pick<Product, '_id' | 'slug' | 'name'>,
  variant: Variant,
  shop: ShopInfo,
): object {
  const chosen = Object.entries(variant.options)
  const others = chosen.filter(([option]) => !propertyOf(option))
  return {
    '@type': 'Product',
    name: `${product.name}, ${optionsText(variant.options)}`,
    ...codesOf(variant, variant._id),
    ...weightData(variant.own.weight),
    ...Object.fromEntries(
      chosen.flatMap(([option, value]) => [[propertyOf(option), value] as const]).filter(([key]) => key),
    ),
    ...(others.length > 0 && {
      additionalProperty: others.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
    }),
    ...(variant.media && { image: origin + pictureUrl(variant.media.url, 1200) }),
    offers: offerData(origin + productPath(product, variant._id), variant, shop),
  }
}

function ratingData({ rating, reviews }: Product): object {
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Number(rating.average.toFixed(2)),
      reviewCount: rating.count,
    },
    review: reviews.slice(0, REVIEWS_TOLD).map(({ title, rating, comment, createdAt, user: { name } }) => ({
      '@type': 'Review',
      name: title,
      reviewBody: comment,
      datePublished: createdAt,
      reviewRating: { '@type': 'Rating', ratingValue: rating },
      author: { '@type': 'Person', name: `${name.firstName} ${name.lastName}` },
    })),
  }
}

const stepTo = ({ name, slug }: { name: string; slug: string }): [string, string] => [name, paths.category(slug)]

export function categoryData(origin: string, category: Category): object[] {
  return [breadcrumbData(origin, ...(category.parent ? [stepTo(category.parent)] : []), stepTo(category))]
}

export function collectionData(origin: string, { name, slug }: Collection): object[] {
  return [breadcrumbData(origin, [name, paths.collection(slug)])]
}

function breadcrumbData(origin: string, ...steps: [name: string, path: string][]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', paths.home] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
