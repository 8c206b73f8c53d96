import type { FastifyInstance } from 'fastify'
import { hashPassword } from '../server/src/auth/passwords/passwords.ts'
import type { Connection } from '../server/src/database/database.ts'
import { newId } from '../server/src/database/ids.ts'
import { insertManyOrders } from './fixtures/many-orders.ts'
import { insertManyProducts } from './fixtures/many-products.ts'
import type { Result } from './fixtures/open-shop.ts'
import { staffMix } from './fixtures/staff-mix.ts'
import { timeCalls, withEmptyShop } from './fixtures/time-calls.ts'

const PRODUCTS = 100_000
const ORDERS = 250_000
const CUSTOMERS = 50_000

/** Staff requests in a big shop, one after the other: 100,000 products, 250,000 orders, 50,000 customers. */
export const staff = (): Promise<Result[]> =>
  withEmptyShop(async connection => {
    const admin = await hireAdmin(connection)
    await insertManyProducts(connection, PRODUCTS)
    await insertManyOrders(connection, CUSTOMERS, ORDERS)
    return timeCalls(connection.db, await staffMix(connection), app => signIn(app, admin))
  })

async function hireAdmin({ db }: Connection) {
  const admin = { email: 'admin@example.com', password: 'mela@demo1' }
  const password_hash = await hashPassword(admin.password)
  const person = { id: newId(), first_name: 'Mela', last_name: 'Admin', email: admin.email, password_hash }
  await db
    .insertInto('users')
    .values({ ...person, role: 'admin' })
    .execute()
  return admin
}

async function signIn(app: FastifyInstance, payload: { email: string; password: string }) {
  const { cookies } = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
