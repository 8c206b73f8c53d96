import { PRODUCT_DEFAULTS } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { kurtaInFull } from '../../../../test/samples.ts'
import { newProductBody, sentVariants } from './product.api.ts'
import {
  copyOf,
  newProductValues,
  newVariant,
  type ProductValues,
  productForm,
  type VariantValues,
  valuesOf,
  withTyped,
} from './product-values.ts'

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

it('a form leaves it to the server whether a sale that it has loaded fits a lower price: a plan’s follows', () => {
  const lower = { salePrice: '36', onSale: true, price: '30' }

  expect(
    productForm(kurtaInFull).safeParse({ ...valuesOf(kurtaInFull), thumbnail: filled.thumbnail, ...lower }).success,
  ).toBe(true)
  expect(productForm().safeParse({ ...filled, ...lower }).success).toBe(false)
})

it.each([
  [{ price: '1.250' }, ['price']],
  [{ salePrice: '1.299' }, ['salePrice']],
  [{ variants: [{ options: {}, price: '10.005', salePrice: '' }] }, ['variants', 0, 'price']],
])('the form refuses %j, which has more than two decimals and may mean thousands', (typed, path) => {
  const { error } = productForm().safeParse({ ...filled, ...typed })

  expect(error?.issues).toContainEqual(expect.objectContaining({ path, message: 'Two decimals are the most.' }))
})

it.each([
  [{ stock: '1.000' }, ['stock']],
  [{ variants: [{ options: {}, price: '10', salePrice: '', stock: '1.000' }] }, ['variants', 0, 'stock']],
])('the form refuses the units %j, which may mean thousands', (typed, path) => {
  const { error } = productForm().safeParse({ ...filled, ...typed })

  expect(error?.issues).toContainEqual(expect.objectContaining({ path, message: 'This must be a whole number.' }))
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

  it('are sent with its only variant', () => {
    expect(valuesOf(loaded)).toMatchObject({ sku: 'K-1', barcode: '', variants: [] })
    expect(sentVariants(typed({ barcode: '400638' }), loaded).variants).toEqual([
      { _id: only._id, sku: 'K-1', barcode: '400638' },
    ])
  })

  it('stay with the variant that remains when the options are removed', () => {
    const options = [{ name: 'Size', values: [{ name: 'S' }] }]
    const inSizes = { ...loaded, options, variants: [{ ...only, options: { Size: 'S' } }] }

    expect(sentVariants(typed({ sku: 'K-1' }), inSizes)).toMatchObject({
      options: [],
      variants: [{ _id: only._id, options: {}, sku: 'K-1', price: null }],
    })
  })
})

describe('variants that someone else has changed meanwhile', () => {
  const row = (key: string, given: object = {}) => ({
    ...newVariant({ Size: key }),
    key,
    _id: key,
    stock: '3',
    ...given,
  })
  const inSizes = (...variants: VariantValues[]): ProductValues => ({
    ...{ ...newProductValues, stock: '6', variants },
    options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'].map(name => ({ name })) }],
  })

  it('go and come with theirs, but stay where something is typed', () => {
    const added = newVariant({ Size: 'XL' })
    const mine = inSizes(row('S'), row('M', { sku: 'B' }), added)
    const { variants } = withTyped(inSizes(row('S'), row('M')), inSizes(row('L')), mine)

    expect(variants).toEqual([row('M', { sku: 'B' }), added, row('L')])
  })

  it('have the options of whose options stay', () => {
    const options = [{ name: 'Fit', values: [{ name: 'S' }] }]
    const latest = { ...inSizes(row('S', { options: { Fit: 'S' } })), options }
    const mine = inSizes(row('S', { price: '49' }))
    const renamed = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]

    expect(withTyped(inSizes(row('S')), latest, mine).variants).toMatchObject([{ options: { Fit: 'S' }, price: '49' }])
    expect(withTyped(inSizes(row('S')), latest, { ...mine, options: renamed }).variants).toMatchObject([
      { options: { Size: 'S' }, price: '49' },
    ])
  })

  it('keep their typed stock only where none was saved, once the answer to a save was lost', () => {
    const typed = inSizes({ ...row('S'), stock: '10' }, { ...row('M'), stock: '10' })
    const latest = inSizes({ ...row('S'), stock: '9' }, row('M'))
    const stockOf = (mayBeSaved: boolean) =>
      withTyped(inSizes(row('S'), row('M')), latest, typed, mayBeSaved).variants?.map(({ stock }) => stock)

    expect([stockOf(false), stockOf(true)]).toEqual([
      ['16', '10'],
      ['9', '10'],
    ])
  })

  it('carry the sales of a product that gets its first options', () => {
    const mine = inSizes(row('S', { stock: '6' }), newVariant({ Size: 'M' }))
    const before = { ...newProductValues, stock: '6' }
    const [first] = withTyped(before, { ...before, stock: '4' }, mine).variants ?? []
    expect(first?.stock).toBe('4')
  })
})
