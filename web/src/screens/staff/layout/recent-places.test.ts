import { afterEach, expect, it } from 'vitest'
import { leaveShop } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { recentPlaces, rememberPlace } from './palette-places.ts'

afterEach(leaveShop)

const order = { label: 'Order 1A2B', to: '/dashboard/orders/1' }
const customer = { label: 'Meera Nair', to: '/dashboard/customers/1' }

it('shows what one user opened last to no other', () => {
  rememberUser(asha)
  rememberPlace(order)
  rememberUser({ ...asha, _id: 'e'.repeat(24) })

  expect(recentPlaces()).toEqual([])
  rememberPlace(customer)
  expect(recentPlaces()).toEqual([customer])
})
