import { staffPaths } from '@mela/contract'
import { afterEach, expect, it } from 'vitest'
import { leaveShop } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { namedScreens } from '../dashboard-screens.ts'
import { recentPlaces, rememberPlace, screensNamed } from './palette-dialog.tsx'

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

it('finds screens by the beginnings of their words, in any order', () => {
  expect(screensNamed('ord').map(({ label }) => label)).toContain('Orders')
  expect(screensNamed('products inac').map(({ label }) => label)).toEqual(['Inactive products'])
  expect(screensNamed('zzz')).toEqual([])
})

it('gives each key to one screen', () => {
  const keys = namedScreens.flatMap(({ key }) => key ?? [])

  expect(new Set(keys).size).toBe(keys.length)
})

it('names every screen of the dashboard that needs no id', () => {
  const needNoId = Object.values(staffPaths).filter(path => typeof path === 'string')

  expect(namedScreens.map(({ to }) => to)).toEqual(expect.arrayContaining(needNoId))
})
