import { NO_DISCOUNT, staffPaths } from '@mela/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused } from '../../../../test/browser.tsx'
import { forgetUser } from '../../../lib/current-user.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = async (label: string, value: string) => void fireEvent.change(await field(label), { target: { value } })

it('a new discount is sent as its sentences say, and shows why it was refused', async () => {
  const why = 'Another discount has this code.'
  const { callsTo } = openDashboard('/dashboard/discounts/new', {
    'POST /discounts': refused(409, why, { errors: { code: why } }),
  })
  await type('Name', 'Summer sale')
  await type('Kind of discount', 'buy-get')
  await type('Units to buy', '2')
  await type('Units to get', '1')
  await type('Code', 'SUMMER10')
  await type('Lowest subtotal', '1.250,50')
  await type('Ends', '2126-12-31T23:59')

  await press('Save')

  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(1))
  expect(callsTo('POST /discounts')[0]?.body).toMatchObject({
    ...{ name: 'Summer sale', kind: 'buy-get', buy: 2, get: 1, percent: 100, amount: null, isAutomatic: false },
    ...{ code: 'SUMMER10', minSubtotal: 1250.5, minQuantity: null, endsAt: '2126-12-31T23:59', beginsAt: null },
  })
  expect((await screen.findAllByText(why)).length).toBeGreaterThan(0)
})

it('a day without its time of day is not taken for none, and the code outlives a look at the other choice', async () => {
  const { callsTo } = openDashboard('/dashboard/discounts/new', { 'POST /discounts': refused(500) })
  await type('Name', 'Summer sale')
  await type('Percent', '10')
  await type('Code', 'SUMMER10')
  await type('How one gets it', 'true')
  await type('How one gets it', 'false')
  const begins = await field('Begins')
  const validity = vi.spyOn(begins, 'validity', 'get').mockReturnValue({ ...begins.validity, badInput: true })

  await press('Save')
  await screen.findByText('Please complete this, or empty it.')
  expect(callsTo('POST /discounts')).toEqual([])
  validity.mockRestore()
  await type('Begins', '2126-12-01T09:00')
  await press('Save')

  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(1))
  expect(callsTo('POST /discounts')[0]?.body).toMatchObject({ code: 'SUMMER10', beginsAt: '2126-12-01T09:00' })
})

it('a percentage that the form filled in goes when another kind of discount is chosen', async () => {
  openDashboard('/dashboard/discounts/new', {})
  await type('Kind of discount', 'buy-get')
  expect((await field('Percent')).value).toBe('100')

  await type('Kind of discount', 'percent')

  expect((await field('Percent')).value).toBe('')
})

it('what was typed wrongly for another kind of discount is forgotten, and what is right is kept', async () => {
  const { callsTo } = openDashboard('/dashboard/discounts/new', { 'POST /discounts': refused(500) })
  await type('Name', 'Summer sale')
  await type('Percent', '10')
  await type('Kind of discount', 'amount')
  await type('Amount', '5.000')
  fireEvent.blur(await field('Amount'))
  await screen.findByText('Two decimals are the most.')

  await type('Kind of discount', 'free-delivery')
  await press('Save')

  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(1))
  expect(callsTo('POST /discounts')[0]?.body).toMatchObject({ kind: 'free-delivery', percent: 10, amount: null })
})

it('the code of a discount is typed again, as the rest is, when its session ended', async () => {
  openDashboard('/dashboard/discounts/new', {})
  await type('Name', 'Summer sale')
  await type('Code', 'SUMMER10')
  act(forgetUser)
  cleanup()
  const kept = sessionStorage.getItem('mela.unsaved') ?? ''
  leaveShop()
  sessionStorage.setItem('mela.unsaved', kept)

  openDashboard('/dashboard/discounts/new', {})

  await waitFor(async () => expect((await field('Name')).value).toBe('Summer sale'))
  expect((await field('Code')).value).toBe('SUMMER10')
})

it('a discount of free delivery says that every way is free', async () => {
  openDashboard('/dashboard/discounts/new', {})
  await field('Percent')
  expect(screen.queryByText(/also the fastest/)).toBeNull()

  await type('Kind of discount', 'free-delivery')

  expect(await screen.findByText('Every way of delivery is free, also the fastest.')).toBeTruthy()
})

it('a discount says that it takes nothing off gift cards', async () => {
  openDashboard('/dashboard/discounts/new', {})

  expect(await screen.findByText('Nothing is taken off gift cards.')).toBeTruthy()
})

it('a discount says that of those that count by themselves an order has one at the most', async () => {
  openDashboard('/dashboard/discounts/new', {})

  expect(await screen.findByText(/of discounts that count by themselves an order has one at the most/)).toBeTruthy()
})

it('a discount that counts by itself has no code', async () => {
  const { callsTo } = openDashboard('/dashboard/discounts/new', { 'POST /discounts': refused(500) })
  await type('Name', 'Summer sale')
  await type('Percent', '10')
  await type('Code', 'SUMMER10')
  await type('How one gets it', 'true')

  await press('Save')

  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(1))
  expect(callsTo('POST /discounts')[0]?.body).toMatchObject({ isAutomatic: true, code: null, percent: 10 })
})

it('a new discount is sent under one key until it is added', async () => {
  const { callsTo } = openDashboard('/dashboard/discounts/new', { 'POST /discounts': refused(500) })
  await type('Name', 'Summer sale')
  await type('Percent', '10')
  await type('How one gets it', 'true')

  await press('Save')
  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(1))
  await press('Save')

  await waitFor(() => expect(callsTo('POST /discounts')).toHaveLength(2))
  const [first, second] = callsTo('POST /discounts').map(({ headers }) => headers['idempotency-key'])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

it('the account of a chosen customer who left is shown and sent back', async () => {
  const customers = ['64e500000000000000000001@deleted.invalid']
  const figures = { state: 'active', uses: 0, revenue: 0, givenAway: 0, singleCodes: 0, usedCodes: 0, version: 1 }
  const _id = '64e500000000000000000002'
  const { callsTo } = openDashboard(staffPaths.discount(_id), {
    [`GET /discounts/${_id}`]: ok({ ...NO_DISCOUNT, ...figures, _id, name: 'For Asha', percent: 50, customers }),
    [`PATCH /discounts/${_id}`]: refused(500),
  })
  await screen.findByText(/stands for an account that was closed/)
  await type('Name', 'For a friend')

  await press('Save')

  await waitFor(() => expect(callsTo(`PATCH /discounts/${_id}`)).toHaveLength(1))
  expect(callsTo(`PATCH /discounts/${_id}`)[0]?.body).toMatchObject({ name: 'For a friend', customers })
})
