import { anywhere } from '../server/src/catalog/terms.ts'
import type { Connection } from '../server/src/database/database.ts'
import type { Mix } from './time-calls.ts'

const EACH = 20

/** What people ask of a shop with these words, which stand in the order of how common they are. */
export async function searchMix(connection: Connection, { words }: { words: string[] }): Promise<Mix[]> {
  const common = await wordsHeldBy(connection, words.slice(0, 400), [0.2, 0.4])
  const middle = await wordsHeldBy(connection, words.slice(0, 1500), [0.01, 0.05])
  const rare = words.slice(-2 * EACH)
  const things = ['shirt', 'kurta', 'runner', 'watch', 'tote', 'dress', 'jumper', 'lamp', 'loafer', 'saree']
  const materials = ['cotton', 'linen', 'silk', 'suede', 'leather', 'canvas', 'wool', 'velvet', 'denim', 'knit']
  const inTurn = (list: string[], i: number) => list[i % list.length] ?? ''

  const keywords = {
    'one common word': several(i => inTurn(common, i)),
    'a thing': several(i => inTurn(things, i)),
    'two words': several(i => `${inTurn(materials, i)} ${inTurn(things, i + (i > 9 ? 1 : 0))}`),
    'two common words': several(i => `${inTurn(common, i)} ${inTurn(common, i + 1)}`),
    'a word of some': several(i => inTurn(middle, i)),
    'a rare word': several(i => inTurn(rare, i)),
    'a beginning of 2 letters': several(i => inTurn([...things, ...materials], i).slice(0, 2)),
    'a beginning of 3 letters': several(i => inTurn([...things, ...materials], i).slice(0, 3)),
    'a misspelt word': several(i => misspelt(inTurn([...materials, ...rare], i))),
    'two words, one misspelt': several(i => `${misspelt(inTurn(materials, i))} ${inTurn(things, i)}`),
  }
  const searches = addresses('/products', keywords)
  const thing = (i: number) => `/api/products?keyword=${inTurn(things, i)}`
  return [
    {
      name: 'search at 100,000 products',
      limit: 15,
      kinds: {
        ...searches,
        'with filters': several(i => `${thing(i)}&minPrice=20&maxPrice=150&inStock=true&rating=3`),
        'in a category': several(i => `${thing(i)}&category=shirts&onSale=true`),
        'page 3': several(i => `${thing(i)}&page=3&size=20`),
        'by price': several(i => `${thing(i)}&sort=price-asc`),
      },
    },
    { name: 'suggestions at 100,000 products', limit: 15, kinds: addresses('/products/suggestions', keywords) },
    {
      name: 'facets at 100,000 products',
      limit: 30,
      kinds: {
        ...addresses('/products/facets', keywords),
        'with filters': several(i => `${thing(i).replace('?', '/facets?')}&minPrice=20&maxPrice=150&inStock=true`),
        'of a category': several(i => `/api/products/facets?category=${inTurn(['shirts', 'shoes', 'bags'], i)}`),
      },
    },
    {
      name: 'lists without a keyword at 100,000 products',
      limit: 15,
      kinds: {
        'all products': several(i => `/api/products?page=${i + 1}`),
        'a category': several(
          i => `/api/categories/slug/${inTurn(['shirts', 'shoes'], i)}/products?size=20&page=${i + 1}`,
        ),
        'a category, filtered': several(
          i => `/api/categories/slug/shoes/products?minPrice=${i + 1}&inStock=true&sort=rating`,
        ),
        sale: several(i => `/api/products/on-sale?page=${i + 1}`),
        'by price': several(i => `/api/products?sort=price-asc&page=${i + 1}`),
      },
    },
    { name: 'categories at 100,000 products', limit: 15, kinds: { all: several(() => '/api/categories') } },
  ]
}

const several = (address: (i: number) => string) => Array.from({ length: EACH }, (_, i) => address(i))

function addresses(path: string, keywords: Record<string, string[]>): Record<string, string[]> {
  const toAddress = (keyword: string) => `/api${path}?keyword=${encodeURIComponent(keyword)}`
  return Object.fromEntries(Object.entries(keywords).map(([kind, typed]) => [kind, typed.map(toAddress)]))
}

/** As typed too fast: two letters in the middle swapped, or the same one left out. */
function misspelt(word: string): string {
  const at = Math.floor(word.length / 2)
  const swapped = `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`
  return swapped === word ? word.slice(0, at) + word.slice(at + 1) : swapped
}

/** The words that this share of the products hold. */
async function wordsHeldBy({ pool }: Connection, words: string[], [least, most]: [number, number]): Promise<string[]> {
  const { rows } = await pool.query<{ term: number; share: number }>(`
    select term, count(*)::real / (select count(*) from shelf) as share
    from shelf tablesample system (5), unnest(terms) as term group by term`)
  const shares = new Map(rows.map(({ term, share }) => [term, share * 20]))
  const shareOf = (word: string) => Math.max(...(anywhere([word])[0] ?? []).map(term => shares.get(term) ?? 0))
  return words.filter(word => shareOf(word) >= least && shareOf(word) <= most).slice(0, EACH)
}
