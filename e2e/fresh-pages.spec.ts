import { anAddress } from '../server/test/an-address.ts'
import { aProduct, aVisitor, expect, test } from './shop.ts'

test('a page is cached until one of its products is sold, and the very next request sees the change', async ({
  page,
}) => {
  const { _id, stock } = await aProduct(page, 'with 5 to 10 in stock', ({ stock }) => stock >= 5 && stock <= 10)
  const read = async () => {
    const answer = await page.request.get(`/product/${_id}`)
    return { etag: answer.headers().etag, text: await answer.text() }
  }
  const before = await read()
  expect((await read()).etag).toBe(before.etag)
  expect(before.text).toContain(`Only ${stock} left`)

  const { firstName, lastName, email, password } = aVisitor()
  await page.request.post('/api/auth/register', { data: { name: { firstName, lastName }, email, password } })
  const order = await page.request.post('/api/orders', {
    data: {
      products: [{ product: _id, quantity: 1 }],
      shippingAddress: anAddress(),
    },
  })
  expect(order.status()).toBe(201)

  const after = await read()
  expect(after.etag).not.toBe(before.etag)
  expect(after.text).toContain(`Only ${stock - 1} left`)
})
