import type { StaffCategory } from '@mela/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { OrderCategoriesDialog } from './order-categories-dialog.tsx'

afterEach(leaveShop)

const category = (name: string, parent?: StaffCategory): StaffCategory => ({
  ...{ _id: name.padEnd(24, '0'), name, slug: name, description: '', count: 0, picture: null, hasOwnPicture: false },
  ...{
    countInShop: 0,
    ownCount: 0,
    hidesWhileEmpty: false,
    isHidden: false,
    seoTitle: '',
    seoDescription: '',
    version: 1,
  },
  parent: parent ? { _id: parent._id, name: parent.name, slug: parent.slug } : null,
})

it('children are ordered among themselves, and follow their category when it is moved', async () => {
  const [a, b] = [category('a'), category('b')]
  const all = [a, category('a1', a), category('a2', a), b]
  const { callsTo } = stubShop({ 'PUT /categories/order': ok([]) })
  visit('/', [{ path: '/', Component: () => <OrderCategoriesDialog categories={all} onClose={() => {}} /> }])
  const moveDown = (name: string) => {
    const handle = screen.getByRole('button', { name: `${name}, place 1`, hidden: true })
    for (const key of [' ', 'ArrowDown', ' ']) fireEvent.keyDown(handle, { key, code: key === ' ' ? 'Space' : key })
  }

  moveDown('a1')
  moveDown('a')
  fireEvent.click(screen.getByRole('button', { name: 'Save order', hidden: true }))

  await waitFor(() => expect(callsTo('PUT /categories/order')).toHaveLength(1))
  const ids = ['b', 'a', 'a2', 'a1'].map(name => name.padEnd(24, '0'))
  expect(callsTo('PUT /categories/order')[0]?.body).toEqual({ ids, seen: all.map(({ _id }) => _id) })
})
