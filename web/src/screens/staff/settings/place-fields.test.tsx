import { defaultSettings, type SettingGroupName, type Settings } from '@mela/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { shopQuery } from '../../../lib/shop.ts'
import { SettingCards } from './settings-page.tsx'

afterEach(leaveShop)

const method = { name: 'Post', price: 4.9, steps: [], freeAbove: null, minDays: null, maxDays: null }
const zones: Settings['delivery']['zones'] = [
  { name: 'East', places: [{ country: 'PL', state: null }], methods: [{ ...method, stepsByWeight: false }] },
]
const sold = ['PL', 'DE', 'AT']

beforeEach(() => {
  const named = (code: string, name: string) => ({ code, name })
  stubShop({
    'GET /shop/countries': ok([named('PL', 'Poland'), named('DE', 'Germany'), named('AT', 'Austria')]),
    'GET /shop/countries/PL': ok({ states: null }),
    'GET /shop/countries/DE': ok({ states: null }),
    'GET /shop': ok({}),
  })
})

function open(group: SettingGroupName) {
  const defaults = defaultSettings()
  const settings = { ...defaults, delivery: { ...defaults.delivery, zones }, countries: { sold }, version: 1 }
  const { queryClient } = visit('/', [
    { path: '/', Component: () => <SettingCards group={group} settings={settings} /> },
  ])
  act(() => void queryClient.setQueryData(shopQuery().queryKey, { zones, countries: sold } as never))
}
const note = () => screen.queryByText(/^No delivery to/)?.textContent

it('the countries sold to say which of them have no delivery, with the way to it, and follow what is chosen', async () => {
  open('countries')

  expect(await screen.findByText(/^No delivery to Germany and Austria, so customers there cannot buy/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Delivery' }).getAttribute('href')).toBe('/dashboard/settings/delivery')
  expect(screen.getAllByText('no delivery')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Germany' }))
  expect(note()).toBe('No delivery to Austria, so customers there cannot buy: add a zone in')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Austria' }))
  expect(note()).toBeUndefined()
})

it('the zones say which countries are sold to and in none of them, until one is named', async () => {
  open('delivery')
  expect(await screen.findByText(/^No delivery to Germany and Austria/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Countries' }).getAttribute('href')).toBe('/dashboard/settings/countries')

  fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'EU' } })

  await waitFor(() => expect(note()).toBeUndefined())
})

it('countries are ordered by keyboard and by name, and the first says what that means', async () => {
  open('countries')
  const names = () => screen.getAllByRole('button', { name: /, place \d+$/ }).map(row => row.textContent)
  const germany = await screen.findByRole('button', { name: 'Germany, place 2' })
  germany.focus()
  fireEvent.keyDown(germany, { key: 'ArrowUp' })

  expect(names()[0]).toBe('Germanyfirst in new addressesno delivery')
  fireEvent.click(screen.getByRole('button', { name: 'Sort by name' }))
  expect(names()).toEqual(['Austriafirst in new addressesno delivery', 'Germanyno delivery', 'Poland'])
})
