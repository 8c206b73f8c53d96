import { DEFAULT_SHOP } from '@mela/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Outlet } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, setSignedInCookie, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, order, seaView } from '../../../../test/samples.ts'
import { rememberUser, storedUser } from '../../../lib/current-user.ts'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { currentGuest, noteGuest } from '../../../shared/session/guest.store.ts'
import { useRememberPlace } from '../../../shared/session/return-path.ts'
import { forgetVisitor } from '../../../shared/session/sign-out.ts'
import { AuthLayout } from './auth-parts.tsx'
import { GuestOrderPage } from './guest-order-page.tsx'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

beforeEach(() => setSignedInCookie())
afterEach(leaveShop)

const welcome = { success: true, message: 'Login successful!', data: asha, user: asha }

function Root() {
  useRememberPlace()
  return <Outlet />
}

const open = (path: string) =>
  visit(path, [
    {
      Component: Root,
      children: [
        {
          path: 'auth',
          Component: AuthLayout,
          children: [
            { path: 'login', Component: LoginPage },
            { path: 'register', Component: RegisterPage },
          ],
        },
        { path: '*', element: <h1>Shop</h1> },
      ],
    },
  ])

const fill = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function login() {
  await fill('Email', 'asha@example.com')
  await fill('Password', 'kurta1!')
  await press('Login')
}

async function fillRegistration() {
  await screen.findByRole('heading', { name: 'Create your account' })
  await fill('First name', 'Asha')
  await fill('Last name', 'Rao')
  await fill('Email', 'asha@example.com')
  await fill('Password', 'kurta1!')
}

async function register() {
  await fillRegistration()
  await press('Create account')
}

describe('login', () => {
  it('goes to the address’s redirect, and drops an address that may be another user’s (T074, B113)', async () => {
    chooseAddress(seaView)
    chooseForOrder({ company: 'Rao Ltd', billingAddress: seaView, codes: ['SUMMER'] })
    stubShop({ 'POST /auth/login': { body: welcome } })
    const { at } = open('/auth/login?redirect=/cart?a=1')

    await login()

    await waitFor(() => expect(at()).toBe('/cart?a=1'))
    expect((await screen.findByRole('status')).textContent).toContain('Login successful!')
    expect(currentCart().address).toBeNull()
    expect(currentChoices()).toEqual({ codes: ['SUMMER'] })
  })

  it('goes back to the last place in the shop, over both forms (T075, B51)', async () => {
    stubShop({ 'POST /auth/login': { body: welcome } })
    const { at, router } = open('/sale?page=2')
    await router.navigate('/auth/register')
    await userEvent.click(await screen.findByRole('link', { name: 'Login' }))

    await login()

    await waitFor(() => expect(at()).toBe('/sale?page=2'))
  })

  it('does not lead to the last place of whoever logged out in this tab', async () => {
    stubShop({ 'POST /auth/login': { body: welcome } })
    const { at, router } = open(`/account/pay/${order._id}`)
    await act(() => router.navigate('/auth/login'))
    forgetVisitor()

    await login()

    await waitFor(() => expect(at()).toBe('/'))
  })

  it('opens the pay page by a full load, because its document has a policy of its own', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { ...location, assign })
    stubShop({ 'POST /auth/login': { body: welcome } })
    open(`/auth/login?redirect=/account/pay/${'d'.repeat(24)}`)

    await login()

    await waitFor(() => expect(assign).toHaveBeenCalledWith(`/account/pay/${'d'.repeat(24)}`))
  })

  it('B147 tells a guest whose order this browser does not open to use the emailed link, and nobody else', async () => {
    const { router, queryClient } = open(`/auth/login?redirect=/account/pay/${'d'.repeat(24)}`)
    expect(await screen.findByText(/^Ordered as a guest\?/)).toBeTruthy()

    // An earlier guest has the order still.
    act(() => void queryClient.setQueryData(['shop'], { ...DEFAULT_SHOP, guests: false }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(screen.queryByText(/^Ordered as a guest\?/)).toBeTruthy()

    await act(() => router.navigate('/auth/login?redirect=/account/profile'))

    expect(screen.queryByText(/^Ordered as a guest\?/)).toBeNull()
  })

  it('B147 tells a guest what opens the order that is not in the account, by one toast as a phone has no room for two', async () => {
    noteGuest({ order: order._id })
    stubShop({ 'POST /auth/login': { body: welcome } })
    open('/auth/login?redirect=/cart')

    await login()

    expect(await screen.findByText(/^Ordered as a guest\? Use the link in the email/)).toBeTruthy()
    expect(screen.queryByText('Login successful!')).toBeNull()
    expect(currentGuest()).toBeNull()
  })

  it('B147 forgets what a guest agreed to here, also for the account that was logged in before the guest', async () => {
    localStorage.setItem('mela.expired-user', JSON.stringify(asha._id))
    dispatchEvent(new StorageEvent('storage', { key: 'mela.expired-user' }))
    noteGuest()
    const until = new Date(Date.now() + 60_000).toISOString()
    chooseForOrder({ express: { gateway: 'paypal', ticket: 'agreed', until, isApproved: true, address: null } })
    stubShop({ 'POST /auth/login': { body: welcome } })
    open('/auth/login?redirect=/cart')

    await login()

    await waitFor(() => expect(currentChoices().express).toBeUndefined())
  })

  it('B147 tells it on the next page where the login loads one', async () => {
    vi.stubGlobal('location', { ...location, assign: vi.fn() })
    noteGuest({ order: order._id })
    stubShop({ 'POST /auth/login': { body: welcome } })
    open(`/auth/login?redirect=/account/pay/${order._id}`)

    await login()

    await waitFor(() => expect(messageAfterLoad.take()).toMatch(/^Ordered as a guest/))
  })

  it('asks for cookies when the browser has refused those of the login', async () => {
    setSignedInCookie('', 0)
    stubShop({ 'POST /auth/login': { body: welcome } })
    const { at } = open('/auth/login')

    await login()

    expect((await screen.findByRole('alert')).textContent).toContain('Please allow cookies for this shop, then log in.')
    expect(screen.queryByText('Login successful!')).toBeNull()
    expect(at()).toBe('/auth/login')
    expect(localStorage.getItem('mela.user')).toBeNull()
  })

  const invalid = 'Invalid email or password. Please check your credentials and try again.'
  const wrongPassword = refused(401, invalid, { code: 'invalid_credentials' })

  it('B147 leaves a guest their order after a wrong password', async () => {
    noteGuest({ order: order._id })
    stubShop({ 'POST /auth/login': wrongPassword })
    open('/auth/login')

    await login()

    await screen.findByRole('alert')
    expect(currentGuest()).toMatchObject({ order: order._id })
  })

  it.each([
    ['the server’s message', wrongPassword, invalid],
    ['a sentence of its own without one', refused(500), 'An error occurred while logging you in.'],
    ['it when the server cannot be reached', 'unreachable' as const, 'An error occurred while logging you in.'],
  ])('shows %s as toast and on the form (T078, T079)', async (_, outcome, message) => {
    stubShop({ 'POST /auth/login': outcome })
    open('/auth/login')

    await login()

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(within(screen.getByRole('main')).getByText(message)).toBeTruthy()
  })

  it('refuses what is no email and an empty password (T080)', async () => {
    const { callsTo } = stubShop({})
    open('/auth/login')

    await fill('Email', 'asha')
    await press('Login')

    expect(await screen.findByText('This email is not valid.')).toBeTruthy()
    expect(screen.getByText('Invalid password.')).toBeTruthy()
    expect(callsTo('POST /auth/login')).toEqual([])
  })
})

it('B147 an emailed link opens its order where a customer is remembered whose session has ended', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  setSignedInCookie('', 0)
  rememberUser(asha)
  chooseAddress(seaView)
  stubShop({ 'POST /orders/guest/sessions': ok({ order: order._id }) })

  visit('/auth/order#token', [{ path: '/auth/order', Component: GuestOrderPage }])

  await waitFor(() => expect(replace).toHaveBeenCalledWith(`/account/pay/${order._id}`))
  expect(storedUser()).toBeNull()
  expect(currentCart().address).toBeNull()
  expect(currentGuest()).toMatchObject({ order: order._id })
})

it('B147 an emailed link opens its order once the account of another address has logged out', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  rememberUser(asha)
  const other = refused(409, 'Log out to open this order.', { code: 'other_account' })
  const { callsTo } = stubShop({
    'POST /orders/guest/sessions': [other, ok({ order: order._id })],
    'POST /auth/logout': ok(null),
  })
  visit('/auth/order#token', [{ path: '/auth/order', Component: GuestOrderPage }])
  const button = await screen.findByRole('button', { name: 'Log out' })
  setSignedInCookie('', 0)

  await userEvent.click(button)

  await waitFor(() => expect(replace).toHaveBeenCalledWith(`/account/pay/${order._id}`))
  expect(callsTo('POST /orders/guest/sessions')).toMatchObject([{}, { body: { token: 'token' } }])
  expect(storedUser()).toBeNull()
  expect(currentGuest()).toMatchObject({ order: order._id })
})

it('B147 an emailed link that the account opened leaves no guest behind, who would check out once its session ends', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  rememberUser(asha)
  stubShop({ 'POST /orders/guest/sessions': ok({ order: order._id }) })

  visit('/auth/order#token', [{ path: '/auth/order', Component: GuestOrderPage }])

  await waitFor(() => expect(replace).toHaveBeenCalledWith(`/account/pay/${order._id}`))
  expect(currentGuest()).toBeNull()
})

it('B147 a second link is opened in the tab of an expired one', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  const tooOld = refused(400, 'This link has ended, or the order has moved to an account.', { code: 'link_expired' })
  stubShop({ 'POST /orders/guest/sessions': [tooOld, ok({ order: order._id })] })
  const { router } = visit('/auth/order#old', [{ path: '/auth/order', Component: GuestOrderPage }])
  // Who is logged in is not asked to.
  expect(await screen.findByRole('link', { name: 'Your orders' })).toBeTruthy()

  await act(() => router.navigate('/auth/order#new'))

  await waitFor(() => expect(replace).toHaveBeenCalledWith(`/account/pay/${order._id}`))
})

it('a login with two-factor sign-in takes a recovery code, and lets another account log in', async () => {
  const asks = refused(403, 'Please enter the code from your authenticator app.', { code: 'two_factor_required' })
  const { callsTo } = stubShop({ 'POST /auth/login': [asks, { body: welcome }] })
  open('/auth/login')

  await login()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCD-efgh-jkmn')
  await press('Use another account')
  expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  await press('Login')

  await waitFor(() => expect(callsTo('POST /auth/login')).toHaveLength(2))
  expect(callsTo('POST /auth/login')[1]?.body).toEqual({ email: 'asha@example.com', password: 'kurta1!' })
})

describe('Login as admin', () => {
  it('fills in the demo credentials and leaves the login to the visitor (T073, B56)', async () => {
    const { callsTo } = stubShop({
      'GET /auth/options': ok({ demoAdmin: { email: 'admin@example.com', password: 'mela@demo1' } }),
    })
    open('/auth/login')
    const button = await screen.findByRole('button', { name: 'Login as admin' })

    await userEvent.click(button)

    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('admin@example.com'))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('mela@demo1')
    expect(callsTo('POST /auth/login')).toEqual([])
  })

  it('is missing in a live shop (B56)', async () => {
    const { callsTo } = stubShop({ 'GET /auth/options': ok({ demoAdmin: null }) })
    open('/auth/login')

    await waitFor(() => expect(callsTo('GET /auth/options')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Login as admin' })).toBeNull()
  })
})

describe('register', () => {
  it('sends name, email and password, signs in and goes back (T076, T077, B63)', async () => {
    const { callsTo } = stubShop({ 'POST /auth/register': { status: 201, body: welcome } })
    const { at, router } = open('/sale')
    await router.navigate('/auth/register')

    await register()

    await waitFor(() => expect(at()).toBe('/sale'))
    expect(callsTo('POST /auth/register')[0]?.body).toEqual({
      name: { firstName: 'Asha', lastName: 'Rao' },
      email: 'asha@example.com',
      password: 'kurta1!',
    })
    expect(localStorage.getItem('mela.user')).toContain('Asha')
    expect(sessionStorage.getItem('mela.unsaved')).toBeNull()
  })

  it('reports invalid fields in a toast and on each field (T081, B123)', async () => {
    stubShop({})
    open('/auth/register')

    await press('Create account')

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Some fields are invalid. Please check your inputs and try again.',
    )
    for (const text of [
      'First name is not acceptable.',
      'Last name is not acceptable.',
      'Please choose a stronger password.',
    ]) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(screen.queryByText('This email is not valid.')).toBeNull()
    expect(screen.getAllByText('This is required.')).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  })

  it('has its own message when the server sends none (T082)', async () => {
    stubShop({ 'POST /auth/register': refused(500) })
    open('/auth/register')

    await register()

    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while creating your account.')
  })
})

it('a half-typed registration is there again after a look at the login and a reload, but for the password', async () => {
  const typed = () =>
    ['First name', 'Last name', 'Email', 'Password'].map(label => screen.getByLabelText<HTMLInputElement>(label).value)
  open('/auth/register')
  await fillRegistration()
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  await screen.findByRole('heading', { name: 'Welcome back' })

  await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { name: 'Create your account' })
  expect(typed()).toEqual(['Asha', 'Rao', 'asha@example.com', ''])
  cleanup()
  open('/auth/register')

  expect(typed()).toEqual(['Asha', 'Rao', 'asha@example.com', ''])
})
