import { DEFAULT_SHOP } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { fittingCategories } from './categories-menu.tsx'

const named = (...names: string[]) =>
  names.map(name => ({ _id: name, name, slug: name, description: '', count: 3, picture: null }))
function fitting(categories: Parameters<typeof fittingCategories>[0]) {
  const { shown, hasMore } = fittingCategories(categories, DEFAULT_SHOP.headerMenu)
  return { names: shown.map(({ name }) => name), hasMore }
}
const four = named('Clothing', 'Kurtas', 'Shoes', 'Watches')

describe('the categories in the header', () => {
  it('are all of them when their names fit, without a menu of all', () => {
    expect(fitting(four)).toEqual({ names: ['Clothing', 'Kurtas', 'Shoes', 'Watches'], hasMore: false })
  })

  it('are the first that fit when there are more, with a menu of all', () => {
    const { names, hasMore } = fitting([...four, ...named('Festive lanterns', 'Brass', 'Scarves', 'Belts')])

    expect(names).toEqual(['Clothing', 'Kurtas', 'Shoes', 'Watches'])
    expect(hasMore).toBe(true)
  })

  it.each([
    ['has no products', { count: 0 }, ['Clothing', 'Kurtas', 'Shoes']],
    ['has others in it', { children: named('Divers') }, ['Clothing', 'Kurtas', 'Shoes', 'Watches']],
  ])('have a menu of all beside them when one of them %s', (_, given, names) => {
    const categories = four.map(category => (category.name === 'Watches' ? { ...category, ...given } : category))

    expect(fitting(categories)).toEqual({ names, hasMore: true })
  })
})
