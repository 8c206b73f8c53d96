import { parse } from 'csv-parse/sync'
import type { Person, startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'

const shirt = {
  name: 'Linen shirt',
  description: 'A shirt of washed linen, cut wide, with buttons of shell. Made in Jaipur.',
  ...{ price: 100, onSale: true, salePrice: 80, stock: 20, isActive: true },
}
const watch = {
  name: 'Steel watch',
  description: 'A watch of brushed steel with a strap of leather, water-resistant and quiet.',
  ...{ price: 249.5, stock: 6, isActive: true, onSale: false },
}
const review = { title: 'Sits well on the shoulders', rating: 4, comment: 'Washed five times and it has not faded.' }

const table = { bom: true, columns: true }

type Answers = Record<string, unknown>
type Shop = ReturnType<typeof startShop>

/** Records the answer of each call. */
const asking = (shop: Shop, answers: Answers) => async (call: string, path: string, as?: Person, body?: unknown) => {
  const [method] = call.split(' ')
  const { headers: _, cookies: __, ...answer } = await shop.call(method as 'GET', path, { as, body })
  answers[call] = answer
  return answer.data
}
type Ask = ReturnType<typeof asking>

/** The answers of a new shop by call: about two products without options, and about orders of them. */
export async function answersWithoutOptions(shop: Shop): Promise<Answers> {
  const answers: Answers = {}
  const ask = asking(shop, answers)
  const [admin, customer] = [await shop.admin(), await shop.customer()]
  const products = await staffCalls(shop, ask, admin)
  await shopperCalls(ask, products, customer)
  await orderCalls(shop, ask, products, { admin, customer })
  answers['GET /products/export'] = parse((await shop.call('GET', '/products/export', { as: admin })).text, table)
  await ask('DELETE /products/:id', `/products/${products[1]}`, admin)
  return answers
}

type Products = readonly [shirt: string, watch: string]

async function staffCalls(shop: Shop, ask: Ask, admin: Person): Promise<Products> {
  const category = (await shop.category({ name: 'Shirts', slug: 'shirts' })).id
  const thumbnail = (await shop.media({ name: 'front.jpg' })).id
  const back = (await shop.media({ name: 'back.jpg' })).id
  const first = { ...shirt, category, thumbnail, gallery: [thumbnail, back] }
  const second = { ...watch, category, thumbnail }

  const { _id } = await ask('POST /products', '/products', admin, first)
  const { _id: productId } = await ask('POST /products without gallery', '/products', admin, second)
  const path = `/products/${productId}`
  await ask('POST /products without fields', '/products', admin, {})
  await ask('PUT /products/:id', path, admin, { ...second, gallery: [back], stock: 8, productId })
  await ask('PUT /products/:id with a stock below 0', path, admin, { stock: -1 })
  await ask('PATCH /products/:id', path, admin, { key: 'isActive', value: false, productId })
  await ask('GET /products/inactive', '/products/inactive', admin)
  await ask('GET /products/:id inactive', path)
  await shop.call('PATCH', path, { as: admin, body: { key: 'isActive', value: true } })
  return [_id, productId]
}

async function shopperCalls(ask: Ask, [first, second]: Products, customer: Person): Promise<void> {
  await ask('POST /products/:id/reviews', `/products/${first}/reviews`, customer, review)
  await ask('GET /products/:id', `/products/${first}`)
  await ask('GET /products', '/products?sort=price')
  await ask('GET /products of cards', '/products?sort=price&view=card')
  await ask('GET /products/on-sale', '/products/on-sale')
  await ask('GET /products/facets', '/products/facets')
  await ask('GET /products/suggestions', '/products/suggestions?keyword=linen')
  await ask('GET /products/cards', `/products/cards?ids=${first},${second}`)
  await ask('GET /categories/slug/:slug/products', '/categories/slug/shirts/products')
}

type People = Record<'admin' | 'customer', Person>

async function orderCalls(shop: Shop, ask: Ask, [first, second]: Products, { admin, customer }: People): Promise<void> {
  const order = (call: string, products: object[]) =>
    ask(call, '/orders', customer, { products, shippingAddress: shop.anAddress() })

  await order('POST /orders without lines', [])
  await order('POST /orders at another price', [{ product: first, quantity: 2, price: 70 }])
  await order('POST /orders of more than there is', [{ product: second, quantity: 9 }])
  const { _id: cancelled } = await order('POST /orders of one line', [{ product: second, quantity: 1 }])
  await ask('PATCH /orders/:id/cancel', `/orders/${cancelled}/cancel`, customer)
  const lines = [
    { product: first, quantity: 2, price: 80, savedAmount: 20 },
    { product: second, quantity: 1 },
  ]
  const { _id: orderId } = await order('POST /orders', lines)
  await buyersOf(shop).pay(customer, orderId)
  await ask('PATCH /orders/:id/update', `/orders/${orderId}/update`, admin, { orderId, status: 'shipped' })
  await ask('GET /orders/current-user', '/orders/current-user', customer)
  await ask('GET /orders/current-user/:id', `/orders/current-user/${orderId}`, customer)
  await ask('GET /orders', '/orders', admin)
  await ask('GET /dashboard/low-stock', '/dashboard/low-stock', admin)
}

/** Ids by their order, and no times: what two runs have in common. */
export function withoutChance(answer: unknown): unknown {
  const text = JSON.stringify(answer, sorted)
  const ids = [...new Set(text.match(/[0-9a-f]{24}/g))]
  return JSON.parse(
    text
      .replace(/[0-9a-f]{24}/g, id => `id ${ids.indexOf(id) + 1}`)
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"')
      .replace(/("transactionId":)"[^"]+"/g, '$1"of the provider"'),
  )
}

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
