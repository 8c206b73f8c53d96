import { expect, it } from 'vitest'
import { slugOf } from './category-values.ts'

it.each([
  ['Running  Shoes & Co', 'running-shoes-co'],
  ['Kurtas', 'kurtas'],
  ['50 % Off', '50-off'],
  ['Часы', '-'],
])('T177 %s suggests %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
