import { addStock } from '../../server/src/catalog/save-variants.ts'
import { SESSION_COOKIE } from '../../server/src/people/request-session.ts'
import { insertSession } from '../../server/src/people/sessions.ts'
import { insertUser } from '../../server/src/people/users.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { transact } from '../../server/src/platform/database/transact.ts'
import { updateChanges } from '../../server/src/shop/settings.ts'
import type { Shopper } from './order-clients.ts'

export const CODE = 'BENCH'

/** Five percent by itself, ten more with the code, and payment by transfer. */
export async function offerMore(db: Database): Promise<void> {
  const [automatic, byCode] = [newId(), newId()]
  const discount = { kind: 'percent', applies_to: 'everything', is_combinable: true } as const
  await db
    .insertInto('discounts')
    .values([
      { ...discount, id: automatic, name: 'Five percent', percent: 5, is_automatic: true },
      { ...discount, id: byCode, name: 'Ten percent', percent: 10 },
    ])
    .execute()
  await db
    .insertInto('discount_codes')
    .values({ key: CODE, code: CODE, discount_id: byCode, is_single_use: false })
    .execute()
  const ways = [{ way: 'transfer', isOn: true, countries: [], currencies: [], from: null, to: null }]
  await transact(db, async (db, invalidate) => {
    await updateChanges(db, { payments: { ways, accountHolder: 'Mela', accountNumber: '123456789012' } })
    invalidate('shop')
  })
}

const PLENTY = 1_000_000

/** Products with so many units that they are not sold out during a measurement. */
export async function insertGoods(db: Database, count: number): Promise<void> {
  const category_id = newId()
  await db.insertInto('categories').values({ id: category_id, name: 'Goods', slug: 'goods' }).execute()
  const goods = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    name: `Bench product ${n}`,
    slug: `bench-product-${n}`,
    description: 'A product that exists to be bought as quickly as possible, and never runs out.',
    category_id,
    price_cents: 1000 + n,
    on_sale: false,
    sale_price_cents: 0,
    is_active: true,
  }))
  await db.insertInto('products').values(goods).execute()
  const variants = goods.map(({ id }) => ({ id, product_id: id, position: 0 }))
  await db.insertInto('variants').values(variants).execute()
  await db
    .insertInto('product_slugs')
    .values(goods.map(({ id, slug }) => ({ slug, product_id: id })))
    .execute()
  await addStock(db, new Map(goods.map(({ id }) => [id, PLENTY])))
}

export async function listGoods(db: Database): Promise<string[]> {
  return (await db.selectFrom('products').select('id').execute()).map(({ id }) => id)
}

/** Signed-in customers. */
export async function insertBuyers(db: Database, count: number): Promise<Shopper[]> {
  const buyers: Shopper[] = []
  for (let n = 0; n < count; n++) {
    const name = { firstName: 'Bench', lastName: `Buyer ${n}` }
    const user = await insertUser(db, {
      name,
      email: `buyer-${newId()}@bench.example`,
      passwordHash: 'none',
      role: 'customer',
    })
    const token = await insertSession(db, user.id)
    buyers.push({ id: user.id, token, cookie: `${SESSION_COOKIE}=${token}` })
  }
  return buyers
}
