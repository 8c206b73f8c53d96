import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

/** A word without digits that only the products of one test contain; no letter follows itself. */
function aWord(): string {
  let word = ''
  while (word.length < 14) {
    const letter = 'bcdfghklmnpr'[Math.floor(Math.random() * 12)] ?? ''
    if (!word.endsWith(letter)) word += letter
  }
  return word
}
/** The word with two swapped letters. */
const aTypo = (word: string) => `${word.slice(0, 4)}${word[5]}${word[4]}${word.slice(6)}`

const search = (keyword: string, filters = '') => shop.get(`/products?keyword=${encodeURIComponent(keyword)}${filters}`)

describe('a keyword that no product matches', () => {
  it('T054 is corrected to a word that matches, and says so, by the next request', async () => {
    const word = aWord()
    await shop.product({ name: `Silk ${word}` })

    const answer = await search(`silk ${aTypo(word)}`)

    expect(answer.data).toMatchObject([{ name: `Silk ${word}` }])
    expect(answer.meta).toEqual({ page: 1, size: 8, pageCount: 1, total: 1, correction: `silk ${word}` })
  })

  it.each([
    ['a letter missing', 'zephyrne'],
    ['a letter too many', 'zephmyrine'],
    ['another letter', 'zephprine'],
    ['letters swapped', 'zehpyrine'],
    ['the first letters swapped', 'ezphyrine'],
    ['the first letter missing', 'ephyrine'],
    ['another first letter', 'mephyrine'],
    ['three other vowels', 'zaphurone'],
    ['its end and a letter missing', 'zephri'],
  ])('is corrected with %s: %j', async (_, keyword) => {
    await shop.product({ name: 'Zephyrine' })

    expect((await search(keyword)).meta.correction).toBe('zephyrine')
  })

  it('B80 is never corrected to a word that only inactive products contain', async () => {
    const word = aWord()
    await shop.product({ name: word, is_active: false })

    expect((await search(aTypo(word))).meta).toEqual({ page: 1, size: 8, pageCount: 1, total: 0 })
  })

  it('finds nothing when nothing is near', async () => {
    await shop.product()

    expect((await search('xylophonequartet')).meta).toEqual({ page: 1, size: 8, pageCount: 1, total: 0 })
  })

  it('keeps its numbers: 44 is no mistyped 42', async () => {
    const word = aWord()
    await shop.product({ name: `${word} 42` })

    expect((await search(`${word} 44`)).meta).toMatchObject({ partial: word })
    expect((await search('44')).data).toEqual([])
  })

  it('prefers words of names to words of descriptions', async () => {
    const word = aWord()
    await shop.product({ name: 'Somewhere', description: `There is a ${word}a in it.` })
    await shop.product({ name: 'Somewhere else', description: `There is a ${word}a in it.` })
    await shop.product({ name: `${word}o` })

    expect((await search(`${word}x`)).meta.correction).toBe(`${word}o`)
  })

  it('is split, and joined', async () => {
    const [one, two, three, four] = [aWord(), aWord(), aWord(), aWord()]
    await shop.product({ name: `${one} ${two}` })
    await shop.product({ name: `${three}${four}` })

    expect((await search(`${one}${two}`)).meta.correction).toBe(`${one} ${two}`)
    expect((await search(`${three}, ${four}`)).data).toHaveLength(1)
  })

  it('is corrected in every list and in the facets', async () => {
    const word = aWord()
    const category = await shop.category()
    await shop.product({ name: word, category_id: category.id, on_sale: true, sale_price_cents: 1 })

    const typo = aTypo(word)
    for (const list of ['/products/on-sale', `/categories/slug/${category.slug}/products`]) {
      expect((await shop.get(`${list}?keyword=${typo}`)).meta).toMatchObject({ total: 1, correction: word })
    }
    expect((await shop.get(`/products/facets?keyword=${typo}`)).data).toMatchObject({ inStock: 1, onSale: 1 })
  })
})

describe('a keyword that products match', () => {
  it('is never corrected, even when a filter leaves no match', async () => {
    const word = aWord()
    await shop.product({ name: word })
    await shop.product({ name: `${word.slice(0, -1)}z`, on_sale: true, sale_price_cents: 1 })

    expect((await search(word, '&onSale=true')).meta).toEqual({ page: 1, size: 8, pageCount: 1, total: 0 })
    expect((await search(word)).meta).not.toHaveProperty('correction')
  })

  it.each([
    ['shoes', 'shoe'],
    ['dress', 'dresses'],
    ['Mens', 'men’s'],
    ['t-shirt', 'tshirt'],
    ['tshirts', 'T-Shirt'],
    ['block print', 'block-print'],
    ['blockprint', 'block-print'],
    ['sneaker', 'trainers'],
    ['Łódź', 'lodz'],
  ])('%j finds %j', async (keyword, name) => {
    const mark = aWord()
    await shop.product({ name: `${name} ${mark}` })

    expect((await search(`${mark} ${keyword}`)).data).toMatchObject([{ name: `${name} ${mark}` }])
  })
})
