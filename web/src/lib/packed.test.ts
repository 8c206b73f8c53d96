import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from './packed.ts'

const sent = (value: unknown) => unpack(JSON.parse(JSON.stringify(pack(value))))

it('gives back every value that JSON can hold', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(sent(value)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it.each([
  ['an empty key', [{}, { '': 1 }]],
  ['a comma in a key', [{ 'a,b': 1 }, { a: 1, b: 2 }]],
])('tells objects apart by %s', (_, value) => expect(sent(value)).toEqual(value))

it('leaves out what is undefined, as JSON does', () => {
  expect(sent([{ name: 'Kurta', stock: undefined }, { name: 'Shirt' }])).toEqual([{ name: 'Kurta' }, { name: 'Shirt' }])
})

it('writes the keys of equal objects once', () => {
  const text = JSON.stringify(pack(Array.from({ length: 24 }, (_, index) => ({ colour: index }))))

  expect(text.match(/colour/g)).toHaveLength(1)
})
