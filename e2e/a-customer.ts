import { anAddress } from '../server/test/an-address.ts'
import { aVisitor, expect, inStock, type Page } from './shop.ts'

/** A customer with a saved address, a cart, a paid order and an unpaid one. */
export async function aCustomer(page: Page) {
  const { firstName, lastName, email, password } = aVisitor()
  const name = { firstName, lastName }
  const product = await inStock(page)
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).data
  }
  await send('/auth/register', { name, email, password })
  const address = await send('/users/current-user/addresses', anAddress({ name }))
  const order = () =>
    send('/orders', { products: [{ product: product._id, quantity: 1 }], shippingAddress: anAddress({ name }) })
  const paid = await order()
  const transactionId = `T${Date.now()}${Math.random().toString(36).slice(2, 8)}`.toUpperCase()
  const amount = paid.totalAmount
  const payment = await send('/payments', {
    order: paid._id,
    transactionId,
    status: 'completed',
    paymentGateway: 'paypal',
    amount,
  })
  const unpaid = await order()
  const cart = JSON.stringify({ version: 1, items: [{ product, quantity: 1 }], address })
  await page.addInitScript(cart => localStorage.setItem('mela.cart', cart), cart)
  return { paid: paid._id, unpaid: unpaid._id, payment: payment._id, transactionId }
}
