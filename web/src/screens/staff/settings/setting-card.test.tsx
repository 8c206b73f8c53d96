import { defaultSettings, type SettingGroupName } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { settingsQuery } from './settings.api.ts'
import { SettingCards } from './settings-page.tsx'

afterEach(leaveShop)

const SAVE = 'PATCH /settings'
const conflict = refused(409, 'This item was changed by someone else. Please reload.', { code: 'version_conflict' })

const { shop, ...others } = defaultSettings()
const settings = (version: number, changed: object = {}) => ({ ...others, shop: { ...shop, ...changed }, version })

interface Opened {
  saves: Outcome[]
  later?: object
  at?: string
  group?: SettingGroupName
}

/** Opens the cards of a group with settings of version 1; further calls answer `later`. */
async function open({ saves, later = settings(2), at = '/', group = 'shop' }: Opened) {
  const called = stubShop({ 'GET /settings': [ok(settings(1)), ok(later)], 'GET /shop': ok({}), [SAVE]: saves })
  function Page() {
    const { data } = useQuery(settingsQuery())
    return data && <SettingCards group={group} settings={data} />
  }
  const { queryClient } = visit(at, [{ path: '/', Component: Page }])
  await screen.findAllByRole('button', { name: /^Save/ })
  return { queryClient, bodies: () => called.callsTo(SAVE).map(({ body }) => body) }
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), {
    selector: `[name="shop.${label.toLowerCase()}"]`,
  })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = (card: string) => fireEvent.click(screen.getByRole('button', { name: `Save Shop: ${card}` }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('sends changed fields of a card alone, and restores these', async () => {
  const saved = settings(2, { tagline: 'Coffee.' })
  const { bodies } = await open({ saves: [ok(saved), ok(settings(3))], later: saved })
  type('Tagline', 'Coffee.')
  type('Phone', '')
  save('Name and description')

  await press('Undo')

  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()).toEqual([
    { version: 1, shop: { tagline: 'Coffee.' } },
    { version: 2, shop: { tagline: shop.tagline } },
  ])
  expect(field('Phone').value).toBe('')
})

it('asks for the password before it changes the account that money goes to, and keeps what was typed', async () => {
  const wrong = refused(400, 'Invalid password.', { code: 'wrong_password', errors: { password: 'Invalid password.' } })
  const { bodies } = await open({ saves: [wrong, ok(settings(2))], group: 'payments' })
  fireEvent.change(screen.getByLabelText(/^IBAN/), { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Payments: Bank transfer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change where money goes?' }))
  const prove = (password: string) => {
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: password } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  }

  prove('wrong')
  expect(await dialog.findAllByText('Invalid password.')).not.toEqual([])
  prove('Kadamba#41')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const payments = { iban: 'DE89370400440532013000' }
  expect(bodies()).toMatchObject(['wrong', 'Kadamba#41'].map(password => ({ payments, password })))
})

it.each([
  ['of a field of the card', refused(400, 'An order waits.', { errors: { 'payments.iban': 'An order waits.' } })],
  ['of no field', refused(409, 'An order waits.')],
])('says in the dialog for the password why the save was refused: %s', async (_, refusal) => {
  await open({ saves: [refusal], group: 'payments' })
  fireEvent.change(screen.getByLabelText(/^IBAN/), { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Payments: Bank transfer' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'Kadamba#41' } })

  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await dialog.findByText('An order waits.', { selector: 'p *' })).toBeTruthy()
})

it('closes the dialog for the password when another has changed the account meanwhile', async () => {
  await open({ saves: [conflict], group: 'payments' })
  fireEvent.change(screen.getByLabelText(/^IBAN/), { target: { value: 'DE89370400440532013000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Payments: Bank transfer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change where money goes?' }))
  fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'Kadamba#41' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await press('Load theirs')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('forgets why a card was refused once other settings are saved, and keeps what was typed', async () => {
  const errors = { 'payments.ways': 'Bank transfer needs an account.' }
  const { queryClient } = await open({ saves: [refused(400, 'Not valid.', { errors })], group: 'payments' })
  const offer = screen.getByRole('switch', { name: 'Offer Bank transfer' })
  fireEvent.click(offer)
  fireEvent.click(screen.getByRole('button', { name: 'Save Payments: Ways to pay' }))
  await screen.findByText('Bank transfer needs an account.')

  act(() => void queryClient.setQueryData(settingsQuery().queryKey, settings(2)))

  await waitFor(() => expect(screen.queryByText('Bank transfer needs an account.')).toBeNull())
  expect(offer.getAttribute('aria-checked')).toBe('true')
})

it('finds no fault with an entry that was just added, until it is left or saved', async () => {
  await open({ saves: [] })

  await press('Add link')
  fireEvent.blur(screen.getByLabelText('Address', { selector: '[name="shop.socialLinks.0.url"]' }))
  expect(await screen.findByText(/must be an address that begins with https/)).toBeTruthy()
  expect(screen.queryByText('This is required.')).toBeNull()
  save('Contact')
  expect(await screen.findByText('This is required.')).toBeTruthy()
})

it('saves on top of a change of other settings without a question', async () => {
  const { bodies, queryClient } = await open({ saves: [ok(settings(3, { email: 'moin@bremen.example' }))] })
  type('Name', 'Kaffee')
  act(() => void queryClient.setQueryData(settingsQuery().queryKey, settings(2, { email: 'moin@bremen.example' })))
  await waitFor(() => expect(field('Email').value).toBe('moin@bremen.example'))
  save('Name and description')

  await waitFor(() => expect(bodies()).toEqual([{ version: 2, shop: { name: 'Kaffee' } }]))
})

it.each([
  ['Keep what I typed', 'Kaffee'],
  ['Load theirs', 'Tea'],
])('asks when another admin has saved the same card: %s', async (choice, name) => {
  const theirs = settings(2, { name: 'Tea', tagline: 'Of Assam.' })
  const { bodies } = await open({ saves: [conflict, ok(settings(3))], later: theirs })
  type('Name', 'Kaffee')
  save('Name and description')
  await press(choice)

  expect(field('Name').value).toBe(name)
  expect(field('Tagline').value).toBe('Of Assam.')
  expect(bodies()).toHaveLength(1)
})

it('names the chosen country of the shop beside the companies that buy without tax in other ones', async () => {
  await open({ saves: [], group: 'money' })

  expect(screen.getByText(/^Other than India, the country of the shop\. Their number is checked/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Country of the shop/), { target: { value: 'DE' } })
  expect(await screen.findByText(/^Other than Germany, the country of the shop\./)).toBeTruthy()
})
