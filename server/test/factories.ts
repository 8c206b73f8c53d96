import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { addStock } from '../src/catalog/save-variants.ts'
import { indexProducts } from '../src/catalog/search/index-products.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { anAddress } from './an-address.ts'
import type { Person } from './shop.ts'

type Row<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

/** Valid rows with defaults for what the test is not about. */
export function factories(shop: { readonly db: Database; signIn(userId: string): Promise<Person> }) {
  async function user(given: Row<'users'> = {}) {
    const id = newId()
    const row = {
      id,
      first_name: 'Asha',
      last_name: 'Rao',
      email: `${id}@example.com`,
      password_hash: 'none',
      ...given,
    }
    await shop.db.insertInto('users').values(row).execute()
    return row
  }

  async function category(given: Row<'categories'> = {}) {
    const id = newId()
    const row = { id, name: `Category ${id}`, slug: `category-${id}`, ...given }
    await shop.db.insertInto('categories').values(row).execute()
    return row
  }

  async function media(given: Row<'media'> = {}) {
    const id = newId()
    const file = `${id.padEnd(32, '0')}-1200.webp`
    const row = { id, name: 'Picture', file, alt: '', width: 1200, height: 1200, ...given }
    await shop.db.insertInto('media').values(row).execute()
    return row
  }

  /** An active product at $100 with 20 in stock by default. */
  async function product({ stock = 20, ...given }: Row<'products'> & { stock?: number } = {}) {
    const id = newId()
    const categoryId = given.category_id ?? (await category()).id
    const row = {
      id,
      name: `Product ${randomInt(1e9)}`,
      slug: `product-${id}`,
      description: 'A product that exists to be looked at, bought and returned by tests.',
      price_cents: 10_000,
      on_sale: false,
      sale_price_cents: 0,
      is_active: true,
      category_id: categoryId,
      ...given,
    }
    await shop.db.insertInto('products').values(row).execute()
    await shop.db.insertInto('variants').values({ id: row.id, product_id: row.id, position: 0 }).execute()
    await shop.db.insertInto('product_slugs').values({ slug: row.slug, product_id: row.id }).execute()
    await indexProducts(shop.db)
    await addStock(shop.db, new Map([[id, stock]]))
    return row
  }

  /** Gives a product the option Size; the stock of each becomes a variant, of which the first has the product's id. */
  async function sizes<Size extends string>(product_id: string, stocks: Record<Size, number>) {
    const names = Object.keys(stocks) as Size[]
    const variants = names.map((name, position) => ({
      ...{ id: position === 0 ? product_id : newId(), product_id, position, option_values: [name] },
    }))
    const options = JSON.stringify([{ name: 'Size', values: names.map(name => ({ name })) }])
    await shop.db.updateTable('products').set({ options }).where('id', '=', product_id).execute()
    await shop.db
      .insertInto('variants')
      .values(variants)
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(row => ({ option_values: row.ref('excluded.option_values') })),
      )
      .execute()
    await addStock(shop.db, new Map(names.map((name, index) => [variants[index]?.id ?? '', stocks[name]])))
    return Object.fromEntries(variants.map(({ id }, index) => [names[index], id])) as Record<Size, string>
  }

  return {
    user,
    category,
    media,
    product,
    sizes,
    customer: async (given: Row<'users'> = {}) => shop.signIn((await user(given)).id),
    admin: async (given: Row<'users'> = {}) => shop.signIn((await user({ role: 'admin', ...given })).id),
    anAddress,
  }
}
