import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused } from '../../../../test/browser.tsx'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const CALL = 'POST /dashboard/rehearsals?page=1&size=20'
const same = { products: 0, discounts: 0, delivery: 0, tax: 0, total: 0 }
const nothing = {
  orders: 3,
  differing: 0,
  unpriced: 0,
  refused: 0,
  isCapped: false,
  before: 600,
  difference: same,
  rows: [],
}

async function rehearse(answer: ReturnType<typeof ok>) {
  const opened = openDashboard('/dashboard/discounts/new', { [CALL]: answer })
  for (const [label, value] of Object.entries({ Name: 'Summer sale', Percent: '10', Code: 'SUMMER10' }))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await press('Rehearse')
  await screen.findByRole('dialog', { name: 'What would have changed?' })
  return opened
}

it('sends what is typed and shows what would have differed, in sum and order by order', async () => {
  const difference = { ...same, discounts: -1000, tax: -180, total: -1180 }
  const row = {
    _id: 'a'.repeat(24),
    number: 'M7',
    createdAt: '2026-01-05T10:00:00Z',
    before: 2000,
    after: 820,
    difference,
  }
  const { callsTo } = await rehearse(ok({ ...nothing, differing: 1, unpriced: 2, difference, rows: [row] }))

  await screen.findByText('Of 1 order of the last 90 days 1 would have differed: −$1,180.00 in all.')
  expect(screen.getByText(/2 orders could not be priced again/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'M7' }).getAttribute('href')).toContain(row._id)
  expect(screen.getByRole('row', { name: /\$2,000.00 .*\$820.00 .*−\$1,180.00/ })).toBeTruthy()
  expect(callsTo(CALL)[0]?.body).toMatchObject({ discount: { name: 'Summer sale', percent: 10, code: 'SUMMER10' } })
  expect(callsTo('POST /discounts')).toEqual([])
})

it('says that nothing would have differed, or what to do', async () => {
  await rehearse(ok(nothing))
  await screen.findByText('No order of the last 90 days would have differed.')
  leaveShop()

  await rehearse(ok({ ...nothing, unpriced: 3 }))
  await screen.findByText('No order of the last 90 days could be compared.')
  leaveShop()

  await rehearse(
    refused(400, 'Some fields are invalid.', { errors: { customers: 'No account has confirmed the address a@b.c.' } }),
  )
  await screen.findByText('No account has confirmed the address a@b.c. Please correct this and try again.')
})
