import { PRODUCT_DEFAULTS } from '@mela/contract'
import { expect, it } from 'vitest'
import { kurtaInFull } from '../../../../test/samples.ts'
import { copyOf, newProductValues, productForm } from './product-values.ts'
import { newProductBody } from './variant-values.ts'

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
  expect(productForm.safeParse(filled).success).toBe(true)
  expect(productForm.safeParse({ ...filled, onSale: true }).success).toBe(false)
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

  expect(newProductBody(productForm.parse(copy))).toMatchObject({
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
  const { error } = productForm.safeParse({ ...filled, ...typed })

  expect(error?.issues).toContainEqual(expect.objectContaining({ path, message: 'Two decimals are the most.' }))
})
