import { DEFAULT_SHOP } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { inSizes, kurtaInFull } from '../../test/samples.ts'
import { productData } from './structured-data.ts'

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

  it('is offered in the currency of the shop', () => {
    const [product] = productData(ORIGIN, kurtaInFull, { ...DEFAULT_SHOP, currency: 'EUR' })

    expect(product).toMatchObject({ offers: { priceCurrency: 'EUR' } })
  })

  it('B139 has no picture where there is none, nor has a variant', () => {
    const bare = { ...kurtaInFull, thumbnail: null, gallery: [] }
    const sizes = inSizes({ sku: 'AN-S', media: null })

    expect(productData(ORIGIN, bare)[0]).not.toHaveProperty('image')
    expect(JSON.stringify(productData(ORIGIN, { ...bare, ...sizes }))).not.toContain('"image"')
  })

  it('has a weight in grams where staff know it', () => {
    const weightOf = (weight: number | null) => productData(ORIGIN, { ...kurtaInFull, weight })[0]

    expect(weightOf(240)).toMatchObject({ weight: { '@type': 'QuantitativeValue', value: 240, unitCode: 'GRM' } })
    expect(weightOf(null)).not.toHaveProperty('weight')
  })

  it('names the vendor as its brand', () => {
    const brandOf = (vendor: string | null) => productData(ORIGIN, { ...kurtaInFull, vendor })[0]

    expect(brandOf('Anokhi')).toMatchObject({ brand: { '@type': 'Brand', name: 'Anokhi' } })
    expect(brandOf(null)).not.toHaveProperty('brand')
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
    const sizes = inSizes({ sku: 'AN-S', price: 60, onSale: false }, { stock: 0 }, { isActive: false })

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

  it.each(['Length', 'CONSTRUCTOR', '__PROTO__'])('names an option %s, which has no property of its own', name => {
    const options = [{ name, values: [{ name: 'Long' }] }]
    const variants = inSizes()
      .variants.slice(0, 1)
      .map(variant => ({ ...variant, options: { [name]: 'Long' } }))

    const [group] = productData(ORIGIN, { ...kurtaInFull, options, variants })

    const property = { '@type': 'PropertyValue', name, value: 'Long' }
    expect(group).toMatchObject({
      variesBy: ['https://schema.org/additionalProperty'],
      hasVariant: [{ additionalProperty: [property] }],
    })
  })
})
