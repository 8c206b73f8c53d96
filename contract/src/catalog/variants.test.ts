import { describe, expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { productInput } from './staff-products.ts'
import { productOptions } from './variants.ts'

const id = 'a'.repeat(24)
const picture = 'b'.repeat(24)
const valid = {
  name: 'Linen shirt',
  description: 'A shirt of washed linen, cut wide, with buttons of shell. Made in Jaipur.',
  price: 100,
  onSale: false,
  stock: 3,
  category: id,
  thumbnail: id,
}
const values = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `V${n}` }))
const option = (name: string, count = 2) => ({ name, values: values(count) })
const against = (given: object) => complaints(productInput, { ...valid, ...given })
const inSize = (Size: string, given: object = {}) => ({ options: { Size }, ...given })

describe('the options of a product', () => {
  it('are three at the most, of 50 values each', () => {
    expect(complaints(productOptions, [option('A'), option('B'), option('C', 50)])).toEqual({})
    expect(
      complaints(
        productOptions,
        ['A', 'B', 'C', 'D'].map(name => option(name)),
      ),
    ).toEqual({
      '': 'A product has 3 options at the most.',
    })
    expect(complaints(productOptions, [option('A', 51)])).toEqual({
      '0.values': 'An option has 50 values at the most.',
    })
    expect(complaints(productOptions, [option('A', 0)])).toEqual({ '0.values': 'An option needs at least one value.' })
  })

  it('have names and values of their own, in capitals or not', () => {
    const twice = { name: 'Size', values: [{ name: 'M' }, { name: ' m ' }] }
    expect(complaints(productOptions, [twice])).toEqual({ '0.values.1.name': 'This value is there already.' })
    expect(complaints(productOptions, [option('Size'), option('size')])).toEqual({
      '1.name': 'This option is there already.',
    })
  })

  it.each(['__proto__', 'constructor', 'toString'])('are not called %s, which every object has', name => {
    expect(complaints(productOptions, [option(name)])).toEqual({ '0.name': 'This name cannot be used.' })
  })

  it('are not called by a number, which an object would list first', () => {
    expect(complaints(productOptions, [option('10')])).toEqual({ '0.name': 'This name cannot be a number.' })
    expect(complaints(productOptions, [option('1st')])).toEqual({})
  })

  it('carry a swatch that is a colour or a picture', () => {
    const swatched = (swatch: string) => complaints(productOptions, [{ name: 'A', values: [{ name: 'B', swatch }] }])
    expect([swatched('#1f3a5f'), swatched('1F2f56'), swatched(picture)]).toEqual([{}, {}, {}])
    const taken = productOptions.safeParse([{ name: 'A', values: [{ name: 'B', swatch: '1F2f56' }] }])
    expect(taken.data?.[0]?.values[0]?.swatch).toBe('#1f2f56')
    expect(swatched('url(x)')).toEqual({ '0.values.0.swatch': 'This must be a colour such as #1f3a5f, or a picture.' })
  })
})

describe('the variants of a product', () => {
  it('are 250 at the most', () => {
    const options = ['A', 'B'].map(name => option(name, 50))
    const variants = values(50).flatMap(a => values(50).map(b => ({ options: { A: a.name, B: b.name } })))
    expect(against({ options, variants: variants.slice(0, 250) })).toEqual({})
    expect(against({ options, variants: variants.slice(0, 251) })).toEqual({
      variants: 'A product has 250 variants at the most.',
    })
  })

  it('have one value of each option, and one of them is enough', () => {
    const wrong = 'This must be one value of each option.'
    expect(against({ options: [option('Size')], variants: [inSize('V1')] })).toEqual({})
    for (const options of [{}, { Size: 'V9' }, { Size: 'V1', Colour: 'Red' }, { toString: 'V1' }])
      expect(against({ options: [option('Size')], variants: [{ options }] })).toEqual({ 'variants.0.options': wrong })
    expect(against({ variants: [{}, {}] })).toMatchObject({ variants: 'A product without options has one variant.' })
  })

  it('have options, a SKU and a barcode of one line', () => {
    const options = [{ name: 'Size\r\nof shoe', values: [{ name: 'Wide\r\n42\n' }] }]
    const variants = [{ options: { 'Size of shoe': 'Wide\n42' }, sku: 'A\r\n1', barcode: '4\u20282\u0007' }]

    expect(productInput.parse({ ...valid, options, variants })).toMatchObject({
      options: [{ name: 'Size of shoe', values: [{ name: 'Wide 42' }] }],
      variants: [{ options: { 'Size of shoe': 'Wide 42' }, sku: 'A 1', barcode: '4 2' }],
    })
  })

  it('are named once each', () => {
    const variants = [inSize('V0', { _id: id }), inSize('V1', { _id: id })]
    expect(against({ options: [option('Size')], variants })).toEqual({
      'variants.1._id': 'This variant is there already.',
    })
  })

  it('show a picture of the product', () => {
    const [options, variants] = [[option('Size')], [inSize('V1', { media: picture })]]
    expect(against({ options, variants, gallery: [picture] })).toEqual({})
    expect(against({ options, variants })).toEqual({ 'variants.0.media': 'This must be a picture of the product.' })
  })

  it('have a sale price below their price', () => {
    const sold = (given: object) => against({ options: [option('Size')], variants: [inSize('V1', given)] })
    expect(sold({ onSale: true, salePrice: 99 })).toEqual({})
    expect(sold({ onSale: true, salePrice: 60, price: 50 })).toEqual({
      'variants.0.salePrice': 'Sale price should be less than regular price.',
    })
    expect(sold({ onSale: false, salePrice: 600 })).toEqual({})
  })
})
