import { describe, expect, it } from 'vitest'
import { aWord } from '../../../test/a-word.ts'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

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
    ['letters swapped', 'zehpyrine'],
    ['the first letters swapped', 'ezphyrine'],
    ['the first letter missing', 'ephyrine'],
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

  it('keeps its numbers: 44 is no mistyped 42', async () => {
    const word = aWord()
    await shop.product({ name: `${word} 42` })

    expect((await search(`${word} 44`)).meta).toMatchObject({ partial: word })
    expect((await search('44')).data).toEqual([])
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

describe('a keyword that no product matches in all words', () => {
  it('T057 finds products with most of them, and names those words, in the list, the facets and suggestions', async () => {
    const [one, two, three] = [aWord(), aWord(), aWord()]
    await shop.product({ name: `${one} ${two}` })
    await shop.product({ name: three })

    const keyword = `${one} ${three} ${two}`
    const answer = await search(keyword)

    expect(answer.data).toMatchObject([{ name: `${one} ${two}` }])
    expect(answer.meta).toEqual({ page: 1, size: 8, pageCount: 1, total: 1, partial: `${one} ${two}` })
    expect((await shop.get(`/products/facets?keyword=${keyword}`)).data).toMatchObject({ inStock: 1 })
    expect((await shop.get(`/products/suggestions?keyword=${keyword}`)).data).toMatchObject({
      products: [{ name: `${one} ${two}` }],
      partial: `${one} ${two}`,
    })
  })

  it('B80 finds no inactive products, also not in the list of inactive ones', async () => {
    const [one, two] = [aWord(), aWord()]
    await shop.product({ name: one, is_active: false })
    const keyword = `${one} ${two}`

    expect((await search(keyword)).data).toEqual([])
    expect((await shop.get(`/products/inactive?keyword=${keyword}`, await shop.admin())).data).toEqual([])
  })
})

describe('trade words', () => {
  it.each([
    ['a mistyped synonym', 'sneekers', { correction: 'sneakers' }],
    ['letters that are missing or sound alike', 'snikers', { correction: 'sneakers' }],
    ['the wrong letter doubled in a short word', 'botts', { correction: 'boots' }],
    ['swapped letters in a short word', 'boto', { correction: 'boot' }],
    ['a thing that is not sold', 'hoodie', { partial: 'sweatshirt' }],
    ['a thing that is not sold so', 'teal hoodie', { partial: 'teal jumper' }],
    ['people, beside a thing', 'mens boots', { partial: 'boots' }],
    ['people alone', 'mens', { partial: 'watch' }],
  ])('are found by %s: %j', async (_, keyword, instead) => {
    const names = ['Canvas runner', 'Leather boot', 'Loopback sweatshirt', 'Teal jumper', 'Tens watch', 'Savera watch']
    for (const name of names) await shop.product({ name })

    const { correction, partial } = (await search(keyword)).meta

    expect({ correction, partial }).toEqual(instead)
  })

  it.each([
    ['mens', 'tens'],
    ['silver watch', 'savera watch'],
    ['formal', 'normal'],
  ])('are never matched with unrelated words: %j is no %j', async (keyword, unrelated) => {
    await shop.product({ name: `Plain ${unrelated}`, description: `Of ${unrelated}.` })

    expect((await search(keyword)).meta.correction).not.toBe(unrelated)
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
})
