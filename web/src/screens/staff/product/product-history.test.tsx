import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { kurta } from '../../../../test/samples.ts'
import { ProductHistory } from './edit-product-page.tsx'

afterEach(leaveShop)

const HISTORY = `GET /products/${kurta._id}/history?size=8`
const UNDO = `POST /products/${kurta._id}/history/7/undo`

const change = {
  id: 7,
  at: '2026-11-20T10:00:00.000Z',
  actor: null,
  action: 'Updated',
  changes: [{ field: 'Stock', before: '25', after: '15' }],
  canUndo: true,
  isUndone: false,
}
const undone = { ...change, canUndo: false, isUndone: true }

const historyOf = (entry: typeof change) => {
  const { status, body } = ok([entry]) as { status: number; body: object }
  return { status, body: { ...body, meta: { page: 1, size: 8, pageCount: 1, total: 1 } } }
}

const open = () => visit('/', [{ path: '/', element: <ProductHistory productId={kurta._id} /> }])

describe('the history of a product', () => {
  it('marks an undone change, and offers no second undo', async () => {
    stubShop({ [HISTORY]: historyOf(undone) })
    open()

    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo: Stock' })).toBeNull()
  })

  it.each([
    ['was lost', 'unreachable' as const, 'Something went wrong, please try again later...'],
    ['is that it was undone already', refused(409, 'This was undone already.'), 'This was undone already.'],
  ])('looks again when the answer to undoing %s', async (_, answer, text) => {
    stubShop({ [HISTORY]: [historyOf(change), historyOf(undone)], [UNDO]: answer })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo: Stock' }))

    expect(await screen.findByText(text)).toBeTruthy()
    expect(await screen.findByText('Undone')).toBeTruthy()
  })
})
