import { sql } from 'kysely'
import type { FileStore } from '../../media/file-store.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { lockChanges, updateChanges } from '../../shop/settings.repository.ts'
import { readCatalogue } from './demo-catalogue.ts'
import { insertOrders } from './demo-orders.ts'
import { insertPayments } from './demo-payments.ts'
import { demoAccounts, insertPeople } from './demo-people.ts'
import { writeDemoPictures } from './demo-pictures.ts'
import { insertDemoProducts, insertReviews } from './demo-products.ts'
import { noteDemoRows } from './demo-rows.ts'
import { insertStock } from './demo-stock.ts'
import { DEMO_SYNONYMS } from './demo-synonyms.ts'
import { isUnseeded } from './is-unseeded.ts'
import { pastOrders } from './past-orders.ts'

/** Any other shop is left alone. One transaction writes all rows, so an interrupted start is repeated. */
export async function seedDemo(
  db: Database,
  files: FileStore,
  env: Env,
  report: (line: string) => void,
  writePictures = writeDemoPictures,
): Promise<void> {
  if (!(await isUnseeded(db))) return

  report('Setting up the demo shop …')
  const catalogue = await readCatalogue()
  const pictures = await writePictures(files, catalogue, report)
  const accounts = await demoAccounts(catalogue, env)

  const seeded = await transact(db, async (db, invalidate) => {
    // Another instance may be starting on the same database.
    await sql`lock table users, categories, products in share row exclusive mode`.execute(db)
    if (!(await isUnseeded(db))) return undefined

    const people = await insertPeople(db, accounts)
    const products = await insertDemoProducts(db, catalogue, pictures)
    const orders = pastOrders(products, people)
    await insertReviews(db, catalogue, products, people)
    await insertOrders(db, orders, people.admin)
    await insertPayments(db, orders)
    await insertStock(db, [...products.values()], orders)
    await noteDemoRows(db)
    const { changes } = await lockChanges(db)
    await updateChanges(db, { ...changes, search: { synonyms: DEMO_SYNONYMS } })
    invalidate('catalog', 'shop')
    return { products: products.size, orders: orders.length }
  })
  if (seeded) report(`The demo shop has ${seeded.products} products and ${seeded.orders} orders.`)
}
