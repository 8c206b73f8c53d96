import type { FastifyInstance } from 'fastify'
import type { Connection } from '../server/src/platform/database/database.ts'
import { ADMIN, insertAdmin } from './fixtures/admin.ts'
import { insertManyOrders } from './fixtures/many-orders.ts'
import { insertManyProducts } from './fixtures/many-products.ts'
import type { Result } from './fixtures/open-shop.ts'
import { type Mix, timeCalls, withEmptyShop } from './fixtures/time-calls.ts'

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

const EACH = 10
const LIMIT = 100

async function staffMix({ pool }: Connection): Promise<Mix[]> {
  const ids = async (table: string) =>
    (await pool.query<{ id: string }>(`select id from ${table} tablesample system (1) limit ${EACH}`)).rows.map(
      ({ id }) => id,
    )
  const [orders, products, customers] = await Promise.all(['orders', 'products', 'users'].map(ids))
  const pages = (path: string) => ({
    [`first pages of ${path}`]: several(i => `${path}?page=${i + 1}`),
    [`deep pages of 100 of ${path}`]: several(i => `${path}?page=${(i + 1) * 20}&size=100`),
  })
  const found = (path: string, words: string[]) =>
    Object.fromEntries(
      words.map(word => [`'${word}' in ${path}`, several(() => `${path}?keyword=${encodeURIComponent(word)}`)]),
    )

  return [
    {
      name: 'orders',
      limit: LIMIT,
      kinds: {
        ...pages('/api/orders'),
        ...pages('/api/orders/status/processing'),
        ...pages('/api/orders/status/delivered'),
        'by value': several(i => `/api/orders?sort=-total&page=${i + 1}`),
        'delivered, by value': several(i => `/api/orders/status/delivered?sort=total&page=${i + 1}`),
        'of a month': several(i => `/api/orders?from=2026-0${(i % 9) + 1}-01&to=2026-0${(i % 9) + 1}-28&sort=-total`),
        ...found('/api/orders', ['priya nair', 'asha', '98765', 'arjun.mehta1', 'zzzz']),
        ...found('/api/orders', ['kurta', 'cotton kurta', 'asha kurta', '400042']),
        ...found('/api/orders/status/processing', ['kurta']),
        'kurtas, by value': several(i => `/api/orders?keyword=kurta&sort=-total&page=${i + 1}`),
        'by id': several(i => `/api/orders?keyword=${orders?.[i] ?? ''}`),
        'one order': several(i => `/api/orders/${orders?.[i] ?? ''}`),
      },
    },
    {
      name: 'payments',
      limit: LIMIT,
      kinds: {
        ...pages('/api/payments'),
        ...pages('/api/payments/status/completed'),
        ...pages('/api/payments/status/failed'),
        'by amount': several(i => `/api/payments?sort=-amount&page=${i + 1}`),
        ...found('/api/payments', ['buyer77', 'A1B2', 'zzzz']),
      },
    },
    {
      name: 'products',
      limit: LIMIT,
      kinds: {
        ...pages('/api/products'),
        ...pages('/api/products/inactive'),
        ...pages('/api/products/on-sale'),
        ...found('/api/products', ['shirt', 'cotton kurta', 'zzzz']),
        ...found('/api/products/inactive', ['shirt', 'zzzz']),
        'by price': several(i => `/api/products?sort=price-desc&page=${i + 1}`),
        'one product': several(i => `/api/products/${products?.[i] ?? ''}`),
        'its history': several(i => `/api/products/${products?.[i] ?? ''}/history`),
      },
    },
    {
      name: 'customers',
      limit: LIMIT,
      kinds: {
        'a thousand': several(i => `/api/users/customers?size=1000&page=${i + 1}`),
        ...found('/api/users/customers', ['asha rao', 'mehta', 'example.com', 'zzzz']),
        'those shut out': several(i => `/api/users/customers?status=inactive&page=${i + 1}`),
        'one customer': several(i => `/api/users/${customers?.[i] ?? ''}/overview`),
        'what one ordered': several(i => `/api/users/${customers?.[i] ?? ''}/orders`),
      },
    },
    {
      name: 'media, categories and audit log',
      limit: LIMIT,
      kinds: {
        media: several(() => '/api/media?size=1000'),
        categories: several(() => '/api/categories'),
        ...pages('/api/audit'),
        ...found('/api/audit', ['order.updated', 'zzzz']),
        'events of an action': several(i => `/api/audit?group=order&page=${i + 1}`),
        'events of a month': several(() => `/api/audit?from=2026-03-01&to=2026-03-31`),
      },
    },
    {
      name: 'home and palette',
      limit: LIMIT,
      kinds: {
        tiles: several(() => '/api/users/admin'),
        'figures of 14 days': several(() => '/api/dashboard/report?days=14'),
        'figures of 90 days': several(() => '/api/dashboard/report?days=90'),
        'low stock': several(() => '/api/dashboard/low-stock'),
        ...found('/api/dashboard/find', ['cotton', 'asha', 'priya nair', 'zzzz']),
      },
    },
  ]
}

const several = (address: (i: number) => string) => Array.from({ length: EACH }, (_, i) => address(i))
