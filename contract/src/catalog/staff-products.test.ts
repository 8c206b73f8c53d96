import { describe, expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { productInput, staffProductCalls } from './staff-products.ts'

const changes = staffProductCalls['PUT /products/:productId'].body

const id = 'a'.repeat(24)
const valid = {
  name: 'Linen shirt',
  description: 'A shirt of washed linen, cut wide, with buttons of shell. Made in Jaipur.',
  price: 100,
  stock: 3,
  category: id,
  thumbnail: id,
}

const against = (given: object) => complaints(productInput, { ...valid, ...given })

describe('a product input', () => {
  it('T306 T307 needs 5 characters of name and 50 of description', () => {
    const [name, description] = ['Product name is not valid.', 'Product description is not valid.']

    expect(against({ name: 'Shoe' }).name).toContain(name)
    expect(against({ name: 'Shoes', description: 'x'.repeat(50) })).toEqual({})
    expect(against({ description: 'x'.repeat(49) }).description).toContain(description)
    expect(complaints(productInput, {})).toMatchObject({ name, description })
  })

  it('B126 holds 200 characters of name and 10 000 of description', () => {
    expect(against({ name: 'x'.repeat(200), description: 'x'.repeat(10_000) })).toEqual({})
    expect(against({ name: 'x'.repeat(201) }).name).toContain('This must be 200 character(s) or less.')
    expect(against({ description: 'x'.repeat(10_001) }).description).toContain(
      'This must be 10000 character(s) or less.',
    )
  })

  it('keeps a name of one line, and ends the lines of a description by LF', () => {
    const typed = { ...valid, name: 'Linen\r\n\tshirt', description: `${'x'.repeat(50)}\r\ny\rz` }

    expect(productInput.parse(typed)).toMatchObject({ name: 'Linen shirt', description: `${'x'.repeat(50)}\ny\nz` })
  })

  it.each(['', null, true, 'abc', '1e3', Number.NaN, Number.POSITIVE_INFINITY, undefined])(
    'T308 B4 takes %j neither for a price nor for a stock',
    value => {
      const text = 'This must be a number.'

      expect(against({ price: value, stock: value })).toEqual({ price: text, stock: text })
    },
  )

  it('T308 B4 says how much a number may be', () => {
    expect(against({ price: 0.009, stock: -1 })).toEqual({
      price: 'This cannot be less than 0.01.',
      stock: 'This cannot be less than 0.',
    })
    expect(against({ price: 10_000_000.01, stock: 1.5, salePrice: -1 })).toEqual({
      price: 'This cannot be more than 10000000.',
      stock: 'This must be a whole number.',
      salePrice: 'This cannot be less than 0.',
    })
    expect(against({ price: '199.99', stock: '7' })).toEqual({})
    expect(against({ salePrice: 'cheap' })).toEqual({ salePrice: 'This must be a number.' })
  })

  it('leaves what a variant may have to the server, which knows what it has, within what all of them may have', () => {
    const options = [{ name: 'Size', values: [{ name: 'S' }] }]
    const inS = (stock: number) => ({ stock, options, variants: [{ options: { Size: 'S' }, stock }] })

    const most = 'This cannot be more than 250000000.'
    expect(against({ ...inS(1_000_001), thumbnail: id })).toEqual({})
    expect(against(inS(250_000_001))).toEqual({ stock: most, 'variants.0.stock': most })
  })

  it.each(['true', 1, 'yes', {}])('T309 takes %j for no switch', value => {
    const text = 'This is not an acceptable option.'

    expect(against({ isActive: value, onSale: value })).toEqual({ isActive: text, onSale: text })
  })

  it.each([[], 'shirt', 7, null, undefined])('T310 %j is no product', value => {
    expect(complaints(productInput, value)).toEqual({ '': 'This must be an object.' })
    expect(complaints(changes, value)).toEqual({
      '': 'This must be an object.',
    })
  })

  it('T311 names category and pictures by their ids, the gallery each once', () => {
    const text = 'This must be an id of 24 hexadecimal characters.'

    expect(against({ category: 'shoes', thumbnail: 'x', gallery: [id, 'x'] })).toEqual({
      category: text,
      thumbnail: text,
      'gallery.1': text,
    })
    expect(against({ category: '', thumbnail: null })).toEqual({
      category: 'This is required.',
      thumbnail: 'This is required.',
    })
    expect(against({ gallery: id })).toEqual({ gallery: 'This must be a list of ids.' })
    expect(productInput.parse({ ...valid, gallery: [id, id.toUpperCase()] }).gallery).toEqual([id])
  })

  it('T312 B9 is inactive and on sale without a discount by default', () => {
    const defaults = { isActive: false, onSale: true, salePrice: 0, gallery: [] }

    expect(productInput.parse(valid)).toMatchObject(defaults)
    expect(
      productInput.parse({ ...valid, isActive: null, onSale: null, salePrice: null, gallery: null }),
    ).toMatchObject(defaults)
  })

  it('has a weight in whole grams of up to a tonne, or none', () => {
    expect(against({ weight: 0 })).toEqual({ weight: 'This cannot be less than 1.' })
    expect(against({ weight: '1.5' })).toEqual({ weight: 'This must be a whole number.' })
    expect(against({ weight: 1_000_001 })).toEqual({ weight: 'This cannot be more than 1000000.' })
    expect(against({ weight: 'light' })).toEqual({ weight: 'This must be a number.' })
    expect(
      [{}, { weight: null }, { weight: '' }].map(given => productInput.parse({ ...valid, ...given }).weight),
    ).toEqual([null, null, null])
    expect(productInput.parse({ ...valid, weight: '240.0' }).weight).toBe(240)
  })

  it('has a size guide of up to 5,000 characters with its lines and tabs, or none', () => {
    const guideOf = (sizeGuide: unknown) => productInput.parse({ ...valid, sizeGuide }).sizeGuide

    expect(guideOf('Size\tEU\nS\t44')).toBe('Size\tEU\nS\t44')
    expect([undefined, null, '', ' \n '].map(guideOf)).toEqual([null, null, null, null])
    expect(against({ sizeGuide: 'x'.repeat(5001) })).toEqual({
      sizeGuide: 'This must be 5000 character(s) or less.',
    })
  })

  it('B8 costs less on sale, to the cent', () => {
    const errors = { salePrice: 'Sale price should be less than regular price.' }

    expect(against({ onSale: true, salePrice: 100 })).toEqual(errors)
    expect(against({ onSale: true, salePrice: 99.996 })).toEqual(errors)
    expect(against({ onSale: true, salePrice: 99.99 })).toEqual({})
    expect(against({ onSale: false, salePrice: 100 })).toEqual({})
  })
})

it('B91 a change may leave everything out, and sets nothing that it does not name', () => {
  expect(changes.parse({})).toEqual({})
  expect(changes.parse({ weight: '' })).toEqual({ weight: null })
  expect(complaints(changes, { name: 'Shoe', price: null })).toMatchObject({
    price: 'This must be a number.',
  })
})
