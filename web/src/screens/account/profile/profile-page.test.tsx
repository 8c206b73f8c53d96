import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurta, order, seaView } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { ProfilePage } from './profile-page.tsx'

afterEach(leaveShop)

const PROFILE = 'PATCH /users/current-user'
const AVATAR = 'PATCH /users/current-user/avatar'
const DELETE = `DELETE /users/current-user/addresses/${seaView._id}`

function open(answers: Parameters<typeof stubShop>[0]) {
  rememberUser(asha)
  const shop = stubShop({
    'GET /users/current-user': ok(asha),
    'GET /users/current-user/addresses': ok([seaView]),
    'GET /users/current-user/two-factor': ok({ isEnabled: false, recoveryCodesLeft: 0 }),
    'GET /users/current-user/sessions': ok([]),
    'GET /users/current-user/email-confirmation': ok({ confirmed: true, pending: null }),
    'GET /orders/current-user?page=1&size=8': okPage([]),
    ...answers,
  })
  visit('/account/profile', [{ path: '/account/profile', Component: ProfilePage }])
  return shop
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const toast = async () => (await screen.findByRole('alert')).textContent

it('own orders are listed, each with a link to its payment, and without any it says so (T138, T139)', async () => {
  const products = [{ product: kurta._id, name: kurta.name, thumbnail: null, quantity: 2 }]
  open({ 'GET /orders/current-user?page=1&size=8': okPage([{ ...order, products }], { total: 9 }) })

  const link = await screen.findByRole('link', { name: new RegExp(kurta.name) })
  expect(link.getAttribute('href')).toBe(`/account/pay/${order._id}`)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  leaveShop()

  open({ 'GET /users/current-user/email-confirmation': ok({ confirmed: false, pending: null }) })
  expect(await screen.findByText("You haven't placed any orders yet.")).toBeTruthy()
  expect(screen.getByText('Confirm your address: orders placed as a guest then appear here.')).toBeTruthy()
})

it('addresses are listed, and deleted after a question (T140, T141)', async () => {
  const list = 'GET /users/current-user/addresses'
  const { callsTo } = open({ [list]: [ok([seaView]), ok([])], [DELETE]: ok(null) })
  expect(await screen.findByRole('button', { name: 'Add address' })).toBeTruthy()
  await press(/^Delete.*Sea View/)
  await press('Cancel')
  expect(callsTo(DELETE)).toEqual([])
  await press(/^Delete.*Sea View/)
  await press('Delete address')

  expect(await screen.findByText("You haven't added any addresses yet.")).toBeTruthy()
  expect(callsTo(DELETE)).toHaveLength(1)
})

it('another device is signed out from the list of devices', async () => {
  const now = '2026-11-20T10:00:00.000Z'
  const device = { _id: 'e'.repeat(24), device: 'Chrome on Android', createdAt: now, lastUsedAt: now, isCurrent: false }
  const end = `DELETE /users/current-user/sessions/${device._id}`
  const here = { ...device, _id: 'f'.repeat(24), device: 'Firefox on Linux', isCurrent: true }
  const { callsTo } = open({ 'GET /users/current-user/sessions': ok([here, device]), [end]: ok(null) })

  await press('Sign out Chrome on Android')

  await waitFor(() => expect(callsTo(end)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
})

describe('when the server refuses', () => {
  it('a failed picture shows an error or the server’s message, and can be tried again (T132)', async () => {
    const message = 'Only jpeg, jpg, png and webp images are allowed.'
    const { callsTo } = open({ [AVATAR]: [refused(500), refused(400, message), ok(asha)] })
    const picture = new File(['…'], 'me.png', { type: 'image/png' })
    const input = await screen.findByLabelText('Upload a picture of you')

    await userEvent.upload(input, picture)
    await screen.findByText('Something went wrong, please try again...')
    await userEvent.upload(input, picture)
    await screen.findByText(message)
    await userEvent.upload(input, picture)

    await waitFor(() => expect(callsTo(AVATAR)).toHaveLength(3))
  })

  it('an invalid or failed profile shows an error or the server’s message, and keeps the typed values (T133, T137)', async () => {
    const [wrong, taken] = ['Invalid password.', 'User with this email already exists!']
    open({
      [PROFILE]: [
        refused(500),
        refused(400, wrong, { errors: { password: wrong } }),
        refused(409, taken, { errors: { email: taken } }),
      ],
    })
    await press('Edit profile')
    type('First name', '')
    await press('Save profile')
    expect(await toast()).toContain('Please fill in all the details correctly.')
    type('First name', 'Leela')
    await press('Save profile')
    await screen.findByText('Something went wrong, please try again later.')
    expect(field('First name').value).toBe('Leela')

    type('Email', 'kabir@example.com')
    type('Your password', 'wrong#1')
    await press('Save profile')
    await waitFor(() => expect(document.activeElement).toBe(field('Your password')))
    expect(within(screen.getByRole('dialog')).getAllByText(wrong)).toBeTruthy()
    await press('Save profile')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(within(screen.getByRole('dialog')).getAllByText(taken)).toBeTruthy()
    expect(field('Email').value).toBe('kabir@example.com')
  })

  it('an address that cannot be deleted says so and stays (T142)', async () => {
    open({ [DELETE]: refused(500) })
    await press(/^Delete.*Sea View/)
    await press('Delete address')

    expect(await toast()).toContain('Something went wrong, please try again...')
    await press('Cancel')
    expect(within(screen.getByRole('region', { name: 'Addresses' })).getAllByRole('listitem')).toHaveLength(1)
  })
})

it('a half-typed profile is there again after its dialog was closed, but for password and code, until Cancel', async () => {
  open({ 'GET /users/current-user/two-factor': ok({ isEnabled: true, recoveryCodesLeft: 9 }) })
  await press('Edit profile')
  type('First name', 'Leela')
  type('Email', 'leela@example.com')
  type('Your password', 'secret#1')
  type('Code', '123456')
  await press('Close')

  await press('Edit profile')
  expect(['First name', 'Email', 'Your password'].map(label => field(label).value)).toEqual([
    'Leela',
    'leela@example.com',
    '',
  ])
  expect(sessionStorage.getItem('mela.unsaved') ?? '').not.toMatch(/secret#1|123456/)
  await press('Cancel')
  await press('Edit profile')
  expect(field('First name').value).toBe('Asha')
})

describe('the dialog that updates a password', () => {
  const call = 'PATCH /users/current-user/password'

  async function change(oldPassword: string, newPassword: string, confirmation = newPassword) {
    await press('Update password')
    type('Old password', oldPassword)
    type('New password', newPassword)
    type('Confirm new password', confirmation)
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Update password' }))
  }

  it.each([
    ['a confirmation that differs', ['abcd1!', 'Lotus#42', 'Lotus#43'], 'Passwords do not match.'],
    ['a weak new password', ['abcd1!', 'abc1!'], 'Passwords are incorrect.'],
  ] as [string, [string, string, string?], string][])('refuses %s (T135, T136)', async (_, passwords, text) => {
    const { callsTo } = open({})

    await change(...passwords)

    expect(await toast()).toContain(text)
    expect(callsTo(call)).toEqual([])
  })

  it.each([
    ['the sentence of the server', refused(400, 'Old password is invalid'), 'Old password is invalid'],
    ['one of its own', refused(500), 'Something went wrong, please try again later.'],
  ])('shows %s when the change fails (T137)', async (_, outcome, text) => {
    open({ [call]: outcome })

    await change('abcd1!', 'Lotus#42')

    expect(await toast()).toContain(text)
    expect(screen.getByRole('dialog', { name: 'Update password' })).toBeTruthy()
  })
})

describe('deleting an account', () => {
  it.each([
    ['the password', false, ['password']],
    ['the password and a code with two-factor sign-in', true, ['password', 'code']],
  ])('asks for %s, names the wrong one and stays', async (_, isEnabled, fields) => {
    const call = 'DELETE /users/current-user'
    const message = 'Invalid password.'
    const { callsTo } = open({
      [call]: refused(400, message, { errors: { password: message } }),
      'GET /users/current-user/two-factor': ok({ isEnabled, recoveryCodesLeft: isEnabled ? 10 : 0 }),
    })
    await press('Delete account')
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }))
    const confirm = () => dialog.getByRole('button', { name: 'Delete account' })
    type('Type DELETE to go on', 'DELETE')
    await userEvent.click(confirm())
    expect(callsTo(call)).toEqual([])

    type('Your password', 'wrong#42')
    if (isEnabled) type('Code', '123456')
    await userEvent.click(confirm())

    expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0)
    expect(Object.keys(Object(callsTo(call)[0]?.body))).toEqual(fields)
  })
})
