import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { categoryInput, slugOf } from './categories.ts'
import { collectionInput } from './collections.ts'

const name = 'Running shoes'

it('T304 T305 a category needs a name and a slug', () => {
  const errors = { name: 'Category name is not valid.', slug: 'Category slug is not valid.' }

  expect(complaints(categoryInput, {})).toEqual(errors)
  expect(complaints(categoryInput, { name: ' ', slug: '' })).toEqual(errors)
})

it.each([
  ['running-shoes', 'running-shoes'],
  [' Running-Shoes ', 'running-shoes'],
  ['--shoes-', 'shoes'],
  ['50-off', '50-off'],
])('T305 the slug %j becomes %j', (given, slug) => {
  expect(categoryInput.parse({ name, slug: given })).toEqual({ name, slug })
})

it.each(['-', '--', 'часы', 'running shoes', 'a--b', 'a_b', 'a/b', 'shoes!'])('T305 the slug %j is refused', slug => {
  expect(complaints(categoryInput, { name, slug })).toEqual({ slug: 'Category slug is not valid.' })
})

it.each([
  ['maxPrice', '1.000', 'Two decimals are the most.'],
  ['maxPrice', '1.000 ', 'Two decimals are the most.'],
  ['newDays', '1.000', 'This must be a whole number.'],
])('a collection refuses what may mean thousands: %s %j', (field, typed, message) => {
  expect(complaints(collectionInput, { name, slug: 'shoes', [field]: typed })).toEqual({ [field]: message })
})

it('holds 80 characters of name and of slug', () => {
  const longest = 'x'.repeat(80)

  expect(complaints(categoryInput, { name: longest, slug: longest })).toEqual({})
  expect(complaints(categoryInput, { name: `${longest}x`, slug: `${longest}x` })).toEqual({
    name: 'Category name is not valid. This must be 80 character(s) or less.',
    slug: 'Category slug is not valid. This must be 80 character(s) or less.',
  })
})

it.each([
  ['Running  Shoes & Co', 'running-shoes-co'],
  ['Kurtas', 'kurtas'],
  ['50 % Off', '50-off'],
  ['Sale!', 'sale-'],
])('T177 %s suggests %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
