import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { StockMovements } from './edit-product-page.tsx'

afterEach(leaveShop)

const CALL = `GET /products/${kurtaInFull._id}/stock-movements?page=`
const M = { _id: 'b'.repeat(24), options: { Size: 'M' }, isDeleted: false }
const order = `${'0'.repeat(16)}abcd1234`
const movement = { id: 1, at: '2026-11-20T10:00:00.000Z', variant: M, delta: -2, reason: 'order', order, actor: null }

it('stock movements say what changed the stock of which variant, and are filtered and paged', async () => {
  const name = { firstName: 'Asha', lastName: 'Rao' }
  const all = okPage(
    [
      movement,
      { ...movement, id: 2, delta: 2, reason: 'release' },
      { ...movement, id: 3, delta: 5, reason: 'edit', order: null, actor: { _id: 'c'.repeat(24), name } },
    ],
    { total: 9 },
  )
  const one = { ...movement, id: 4, delta: 3, reason: 'opening', order: null }
  stubShop({
    [`${CALL}1`]: all,
    [`${CALL}2`]: okPage([one], { page: 2, total: 9 }),
    [`${CALL}1&variant=${M._id}`]: okPage([one]),
  })
  const variants = [{ ...M, price: 1, onSale: false, salePrice: 0, stock: 3, own: {}, version: 1 }]
  const product = { ...kurtaInFull, options: [{ name: 'Size', values: [{ name: 'M' }] }], variants } as never
  visit('/', [{ path: '/', element: <StockMovements product={product} /> }])
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.split('Nov')[0])

  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('Page 1 of 2')
  expect(shown()).toEqual(['−2Sold with ABCD1234Size M', '+2Returned with ABCD1234Size M', '+5Set by Asha RaoSize M'])

  await userEvent.click(screen.getByRole('button', { name: 'Older' }))
  await screen.findByText('Opening stock')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Variant' }), 'Size M')
  await screen.findByText('Opening stock')
  expect(shown()).toEqual(['+3Opening stock'])
})
