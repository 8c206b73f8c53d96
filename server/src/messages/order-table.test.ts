import type { Order } from '@mela/contract'
import { expect, it } from 'vitest'
import { orderLines } from './order-table.ts'

const LINE = {
  product: { _id: 'a'.repeat(24), name: 'Linen tee', thumbnail: null },
  price: 20,
  quantity: 2,
  sku: null,
  options: {},
}

const textOf = (amounts: Pick<Order, 'subTotal' | 'savedAmount'>) => {
  const order = {
    products: [],
    ...amounts,
    shippingAmount: 0,
    taxAmount: 119.34,
    totalAmount: 782.34,
    currency: 'USD',
    adjustments: [{ kind: 'tax', label: 'Tax (18% GST)', amount: 119.34 }],
  } as unknown as Order
  return orderLines(order, 'https://shop.mela.test').text
}

it('amounts in emails add up to the total as on the pages', () => {
  expect(textOf({ subTotal: 663, savedAmount: 99 })).toContain(
    'Items: $762.00\nDiscount: −$99.00\nSubtotal: $663.00\nShipping: Free\nTax: $119.34\nTotal: $782.34',
  )
  expect(textOf({ subTotal: 663, savedAmount: 0 })).toContain('Items: $663.00\nShipping: Free')
})

it.each([
  ['all of them', [LINE], { images: 0, cells: 0 }],
  [
    'one of them',
    [LINE, { ...LINE, product: { ...LINE.product, thumbnail: { url: '/media/a.jpg' } } }],
    { images: 1, cells: 2 },
  ],
])('B139 products without a picture, %s, have no square in emails', (_, products, { images, cells }) => {
  const order = {
    ...{ products, subTotal: 40, savedAmount: 0, shippingAmount: 0, taxAmount: 0, totalAmount: 40 },
    ...{ currency: 'USD', adjustments: [] },
  } as unknown as Order

  const { html, text } = orderLines(order, 'https://shop.mela.test')

  const { source } = html
  expect(source.match(/<img/g) ?? []).toHaveLength(images)
  expect(source.match(/<td[^>]*width="64"/g) ?? []).toHaveLength(cells)
  expect(source).not.toContain('<div')
  expect(text).toContain('2 x Linen tee: $40.00')
})
