import type { FastifyInstance } from 'fastify'
import { ADMIN, insertAdmin } from './fixtures/admin.ts'
import { insertManyOrders } from './fixtures/many-orders.ts'
import { insertManyProducts } from './fixtures/many-products.ts'
import type { Result } from './fixtures/open-shop.ts'
import { staffMix } from './fixtures/staff-mix.ts'
import { timeCalls, withEmptyShop } from './fixtures/time-calls.ts'

const PRODUCTS = 100_000
const ORDERS = 250_000
const CUSTOMERS = 50_000

/** Times requests of staff, one after the other, among 100,000 products, 250,000 orders and 50,000 customers. */
export const staff = (): Promise<Result[]> =>
  withEmptyShop(async connection => {
    await insertAdmin(connection.db)
    await insertManyProducts(connection, PRODUCTS)
    await insertManyOrders(connection, CUSTOMERS, ORDERS)
    return timeCalls(connection.db, await staffMix(connection), app => enter(app))
  })

async function enter(app: FastifyInstance) {
  const { cookies } = await app.inject({ method: 'POST', url: '/api/auth/login', payload: ADMIN })
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
