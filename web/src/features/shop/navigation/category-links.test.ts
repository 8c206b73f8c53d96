import { DEFAULT_SHOP } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { fittingCategories } from './category-links.tsx'

const named = (...names: string[]) =>
  names.map(name => ({ _id: name, name, slug: name, description: '', count: 3, picture: null }))
const fitting = (...categories: ReturnType<typeof named>) =>
  fittingCategories(categories, DEFAULT_SHOP.headerMenu).map(({ name }) => name)

describe('the categories in the header', () => {
  it('are all of those with products, when their names fit', () => {
    const [empty] = named('Scarves').map(category => ({ ...category, count: 0 }))
    const four = named('Clothing', 'Kurtas', 'Shoes', 'Watches')

    expect(fitting(...four, ...(empty ? [empty] : []))).toEqual(['Clothing', 'Kurtas', 'Shoes', 'Watches'])
  })

  it('are none of them, when one more would not fit', () => {
    expect(fitting(...named('Clothing', 'Kurtas', 'Shoes', 'Watches', 'Festive lanterns', 'Brass'))).toEqual([])
    expect(fittingCategories(undefined, [])).toEqual([])
  })
})
