import { DEFAULT_SHOP } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { inSizes, kurtaInFull } from '../test/samples.ts'
import { productData, shopData } from './structured-data.ts'

const ORIGIN = 'https://mela.example'

describe('what search engines are told of a product', () => {
  it('B145 is a product with its offer when it has no options', () => {
    const [product] = productData(ORIGIN, kurtaInFull)

    expect(product).toMatchObject({
      '@type': 'Product',
      sku: kurtaInFull._id,
      offers: { '@type': 'Offer', price: '36.00', url: `${ORIGIN}/products/${kurtaInFull.slug}` },
    })
  })

  it('B139 has no picture where there is none, nor has a variant', () => {
    const bare = { ...kurtaInFull, thumbnail: null, gallery: [] }
    const sizes = inSizes({ sku: 'AN-S', media: null })

    expect(productData(ORIGIN, bare)[0]).not.toHaveProperty('image')
    expect(JSON.stringify(productData(ORIGIN, { ...bare, ...sizes }))).not.toContain('"image"')
  })

  it('has a weight in grams and a brand where staff know them', () => {
    const [plain] = productData(ORIGIN, { ...kurtaInFull, weight: null, vendor: null })
    const [known] = productData(ORIGIN, { ...kurtaInFull, weight: 240, vendor: 'Anokhi' })

    expect(known).toMatchObject({
      weight: { '@type': 'QuantitativeValue', value: 240, unitCode: 'GRM' },
      brand: { '@type': 'Brand', name: 'Anokhi' },
    })
    expect(plain).not.toHaveProperty('weight')
    expect(plain).not.toHaveProperty('brand')
  })

  it.each([
    ['4006381333931', '4006381333931'],
    ['no-barcode', undefined],
  ])('without options has the SKU of its only variant, and of the barcode %s the GTIN %s', (barcode, gtin) => {
    const { variants } = inSizes({ sku: 'K-1', barcode })

    const [product] = productData(ORIGIN, { ...kurtaInFull, options: [], variants })

    expect(product).toMatchObject({ sku: 'K-1', ...(gtin && { gtin }) })
    expect(Object(product).gtin).toBe(gtin)
  })

  it('is a group with an offer for each active variant when it has options', () => {
    const own = { weight: 300 }
    const sizes = inSizes({ sku: 'AN-S', price: 60, onSale: false, own }, { stock: 0 }, { isActive: false })

    const [group] = productData(ORIGIN, { ...kurtaInFull, ...sizes })

    expect(group).toMatchObject({
      '@type': 'ProductGroup',
      name: kurtaInFull.name,
      productGroupID: kurtaInFull._id,
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
      hasVariant: [
        {
          '@type': 'Product',
          name: `${kurtaInFull.name}, Size S · Indigo`,
          ...{ sku: 'AN-S', size: 'S', color: 'Indigo' },
          weight: { '@type': 'QuantitativeValue', value: 300, unitCode: 'GRM' },
          offers: {
            price: '60.00',
            url: `${ORIGIN}/products/${kurtaInFull.slug}?variant=${'1'.repeat(24)}`,
            availability: 'https://schema.org/InStock',
          },
        },
        { sku: '2'.repeat(24), offers: { price: '36.00', availability: 'https://schema.org/OutOfStock' } },
      ],
    })
    expect(group).not.toHaveProperty('offers')
  })

  it('knows an option by the last word of its name', () => {
    const variants = inSizes().variants.map(variant => ({ ...variant, options: { 'EU size': '36' } }))
    const options = [{ name: 'EU size', values: [{ name: '36' }] }]

    const [group] = productData(ORIGIN, { ...kurtaInFull, options, variants: variants.slice(0, 1) })

    expect(group).toMatchObject({ variesBy: ['https://schema.org/size'], hasVariant: [{ size: '36' }] })
  })

  it('has a rating with its newest reviews, and none before the first one', () => {
    const user = { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url: null } }
    const review = { _id: 'b'.repeat(24), title: 'Soft', comment: 'As new.', rating: 4, verified: false, user }
    const reviews = [{ ...review, createdAt: '2026-01-01T00:00:00.000Z' }]
    const [rated] = productData(ORIGIN, {
      ...kurtaInFull,
      reviews,
      rating: { average: 4, count: 1, stars: [0, 0, 0, 1, 0] },
    })

    expect(rated).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      review: [{ author: { name: 'Neha Kulkarni' }, reviewRating: { ratingValue: 4 } }],
    })
    expect(productData(ORIGIN, kurtaInFull)[0]).not.toHaveProperty('aggregateRating')
  })
})

it('search engines are told of the operator of the shop', () => {
  expect(shopData(ORIGIN, DEFAULT_SHOP)).toMatchObject([
    { '@type': 'Organization', name: 'Mela', url: `${ORIGIN}/`, email: DEFAULT_SHOP.email },
    { '@type': 'WebSite', publisher: { '@id': `${ORIGIN}/#shop` } },
  ])
})
