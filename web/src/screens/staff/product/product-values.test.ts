import { PRODUCT_DEFAULTS } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { kurtaInFull } from '../../../../test/samples.ts'
import { copyOf, newProductValues, productForm, valuesOf } from './product-values.ts'
import { changedVariants, newProductBody } from './variant-values.ts'

const thumbnail = {
  _id: 'f'.repeat(24),
  name: 'front.jpg',
  url: '/media/front.webp',
  width: 800,
  height: 1000,
} as never

const filled = {
  ...newProductValues,
  name: 'Kota saree',
  description: 'Woven by hand in a village near Kota, airy and light.',
  price: '240',
  category: 'a'.repeat(24),
  thumbnail: 'b'.repeat(24),
}

it('a new product can be saved with a price only: its form starts off sale, the default of the call stays', () => {
  expect(productForm().safeParse(filled).success).toBe(true)
  expect(productForm().safeParse({ ...filled, onSale: true }).success).toBe(false)
  expect(PRODUCT_DEFAULTS.onSale).toBe(true)
})

it('a copy has options and variants without SKUs and barcodes, and its stock is their sum', () => {
  const own = { version: 1, own: {}, price: 48, onSale: true, salePrice: 36, isActive: true, media: null }
  const variants = [
    { _id: '1'.repeat(24), options: { Size: 'S' }, sku: 'K-S', barcode: '400638', stock: 2, ...own },
    { _id: '2'.repeat(24), options: { Size: 'M' }, sku: 'K-M', barcode: null, stock: 3, ...own },
  ]
  const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
  const copy = copyOf({ ...kurtaInFull, thumbnail, options, variants })

  expect(newProductBody(productForm().parse(copy))).toMatchObject({
    ...{ stock: 5, isActive: false, options },
    variants: [
      { options: { Size: 'S' }, sku: null, barcode: null, stock: 2 },
      { options: { Size: 'M' }, sku: null, stock: 3 },
    ],
  })
  expect(copy.variants.map(row => '_id' in row)).toEqual([false, false])
})

it.each([
  [{ price: '1.250' }, ['price']],
  [{ salePrice: '1.299' }, ['salePrice']],
  [{ variants: [{ options: {}, price: '10.005', salePrice: '' }] }, ['variants', 0, 'price']],
])('the form refuses %j, which has more than two decimals and may mean thousands', (typed, path) => {
  const { error } = productForm().safeParse({ ...filled, ...typed })

  expect(error?.issues).toContainEqual(expect.objectContaining({ path, message: 'Two decimals are the most.' }))
})

describe('SKU and barcode of a product without options', () => {
  const only = {
    ...{ _id: '1'.repeat(24), options: {}, sku: 'K-1', barcode: null, stock: 2, version: 3, own: {} },
    ...{ price: 48, onSale: true, salePrice: 36, isActive: true, media: null },
  }
  const loaded = { ...kurtaInFull, thumbnail, options: [], variants: [only] }
  const typed = (values: object) => productForm().parse({ ...valuesOf(loaded), ...values })

  it('are those of the only variant of a new product', () => {
    const body = newProductBody(productForm().parse({ ...filled, sku: ' K-2 ' }))

    expect(body.variants).toEqual([{ sku: 'K-2', barcode: null }])
    expect(newProductBody(productForm().parse(filled)).variants).toBeUndefined()
  })

  it('are sent with its only variant when they change, and not otherwise', () => {
    expect(valuesOf(loaded)).toMatchObject({ sku: 'K-1', barcode: '', variants: [] })
    expect(changedVariants(typed({ price: '50' }), loaded).variants).toBeUndefined()
    expect(changedVariants(typed({ barcode: '400638' }), loaded).variants).toEqual([
      { _id: only._id, sku: 'K-1', barcode: '400638', version: 3 },
    ])
  })

  it('stay with the variant that remains when the options are removed', () => {
    const options = [{ name: 'Size', values: [{ name: 'S' }] }]
    const inSizes = { ...loaded, options, variants: [{ ...only, options: { Size: 'S' } }] }

    expect(changedVariants(typed({ sku: 'K-1' }), inSizes)).toMatchObject({
      options: [],
      variants: [{ _id: only._id, options: {}, sku: 'K-1', price: null }],
    })
  })
})
