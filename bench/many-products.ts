import { makeSearchable } from '../server/src/catalog/searchable.ts'
import type { Connection } from '../server/src/database/database.ts'
import { newId } from '../server/src/database/ids.ts'
import { readCatalogue } from '../server/src/demo/demo-catalogue.ts'

const AT_ONCE = 2000
const INVENTED_WORDS = 4000
const KINDS = {
  Shirts: ['shirt', 'tee', 'henley', 'blouse', 'polo'],
  Kurtas: ['kurta', 'tunic', 'kaftan', 'sherwani'],
  Shoes: ['runner', 'loafer', 'boot', 'sandal', 'sneaker'],
  Watches: ['watch', 'chronograph', 'diver', 'automatic'],
  Bags: ['backpack', 'tote', 'satchel', 'wallet', 'duffel'],
  Dresses: ['dress', 'skirt', 'saree', 'lehenga'],
  Knitwear: ['jumper', 'cardigan', 'sweatshirt', 'scarf'],
  Home: ['cushion', 'quilt', 'lamp', 'rug', 'curtain'],
}
const MATERIALS = ['cotton', 'linen', 'silk', 'suede', 'leather', 'canvas', 'wool', 'knit', 'velvet', 'denim']
const PICTURE = { name: 'Picture', file: `${'0'.repeat(32)}-1200.webp`, width: 1200, height: 1200 }
const LOOKS = [
  'indigo',
  'striped',
  'block-print',
  'black',
  'ivory',
  'crimson',
  'checked',
  'olive',
  'plain',
  'embroidered',
]

/** The same numbers in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SYLLABLES = 'ka ri mo ta len so vi dar pu ne sha ro bi gan el tu mar fi cho lo zen ha pri wo den ju sti ba'.split(
  ' ',
)

/** Words in the order of how often they are used: those of the demo's descriptions, then invented ones. */
async function vocabulary(random: () => number): Promise<string[]> {
  const { products } = await readCatalogue()
  const uses = new Map<string, number>()
  for (const word of products.flatMap(({ description }) => description.toLowerCase().match(/[a-z]{3,}/g) ?? [])) {
    uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const known = [...uses].sort(([, a], [, b]) => b - a).map(([word]) => word)
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]
  const invented = Array.from({ length: INVENTED_WORDS }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  )
  return [...new Set([...known, ...invented])]
}

/** Fills an empty shop with many products, whose words are as unequally common as those of any language. */
export async function insertManyProducts({ db, pool }: Connection, count: number): Promise<{ words: string[] }> {
  const random = randomNumbers(1)
  const words = await vocabulary(random)
  const product = productsOf(random, words, await insertSurroundings(db))

  // Building an index is ten times faster than filling it row by row.
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_indexdef('shelf_terms'::regclass) as definition",
  )
  await pool.query('drop index shelf_terms')
  for (let done = 0; done < count; done += AT_ONCE) {
    await insertProducts(pool, Array.from({ length: Math.min(AT_ONCE, count - done) }, product))
    await makeSearchable(db)
    // In a shop that grows day by day, autovacuum finds the time.
    await pool.query('vacuum shelf')
  }
  await pool.query(rows[0]?.definition ?? '')
  await pool.query('vacuum analyze')
  return { words }
}

async function insertSurroundings(db: Connection['db']) {
  const categories = Object.entries(KINDS).map(([name, kinds]) => ({ id: newId(), name, kinds }))
  const pictures = Array.from({ length: 500 }, () => ({ id: newId(), ...PICTURE }))
  await db
    .insertInto('categories')
    .values(categories.map(({ id, name }) => ({ id, name, slug: name.toLowerCase() })))
    .execute()
  await db.insertInto('media').values(pictures).execute()
  return { categories, pictures }
}

type Surroundings = Awaited<ReturnType<typeof insertSurroundings>>

/** Makes one product after the other. */
function productsOf(random: () => number, words: string[], { categories, pictures }: Surroundings) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? ''
  const description = () => Array.from({ length: 60 + Math.floor(random() * 20) }, word).join(' ')
  return () => {
    const category = pick(categories)
    const price = 500 + Math.floor(random() ** 3 * 60_000)
    return {
      id: newId(),
      name: `${pick(words)} ${pick(LOOKS)} ${pick(MATERIALS)} ${pick(category.kinds)}`,
      description: `${description()} ${pick(MATERIALS)}.`,
      category_id: category.id,
      thumbnail_id: pick(pictures).id,
      price_cents: price,
      on_sale: random() < 0.2,
      sale_price_cents: Math.ceil(price * 0.8),
      is_active: random() < 0.98,
      rating_count: 2,
      rating_points: Math.round(2 + random() * 8),
      stock: random() < 0.1 ? 0 : 20,
    }
  }
}

async function insertProducts(pool: Connection['pool'], products: object[]) {
  const json = JSON.stringify(products)
  const columns = `id, name, description, category_id, thumbnail_id, price_cents, on_sale, sale_price_cents, is_active,
    rating_count, rating_points`
  await pool.query(
    `insert into products (${columns}) select ${columns} from json_populate_recordset(null::products, $1::json)`,
    [json],
  )
  await pool.query(
    'insert into stock select id, stock from json_to_recordset($1::json) as product (id text, stock int)',
    [json],
  )
}
