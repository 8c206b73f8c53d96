import type { User } from '@mela/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, setSignedInCookie, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { rememberUser, storedUser } from '../../lib/current-user.ts'
import { RequireUser } from './require-user.tsx'

afterEach(leaveShop)

function openAccount(path = '/account/shipping?from=cart', content: ReactNode = 'My account') {
  return visit(path, [
    { path: '/account/*', element: <RequireUser fallback={<p>One moment</p>}>{content}</RequireUser> },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
}

/** The server reports this user once `answer` is called. */
function holdAnswers(user: User) {
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  const fetch = vi.fn(async () => {
    await released
    return new Response(JSON.stringify({ success: true, message: '', data: user }))
  })
  vi.stubGlobal('fetch', fetch)
  return { answer, count: () => fetch.mock.calls.length }
}

describe('the account pages', () => {
  it('send a visitor to the login, which leads back (T089)', async () => {
    const { calls } = stubShop({})

    const { at } = openAccount()

    await screen.findByRole('heading', { name: 'Login' })
    expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping%3Ffrom%3Dcart')
    expect(calls).toEqual([])
  })

  it('send a deactivated customer to the login although the browser remembers them (T093, B49)', async () => {
    rememberUser(asha)
    stubShop({ 'GET /users/current-user': refused(401) })

    openAccount()

    await screen.findByRole('heading', { name: 'Login' })
    expect(storedUser()).toBeNull()
  })

  it('open anew when the server names another user than the browser remembers', async () => {
    const kabir = { ...asha, _id: 'e'.repeat(24), email: 'kabir@example.com' }
    rememberUser(asha)
    const asked = holdAnswers(kabir)
    openAccount('/account/shipping', <input aria-label="Note" />)
    await userEvent.type(screen.getByLabelText('Note'), 'Hers')

    asked.answer()

    await waitFor(() => expect(storedUser()?.email).toBe(kabir.email))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe(''))
    await waitFor(() => expect(asked.count()).toBe(2))
  })

  it('do not restore a user who signed out in another tab during the request', async () => {
    rememberUser(asha)
    const asked = holdAnswers(asha)
    openAccount()
    await screen.findByText('My account')

    localStorage.setItem('mela.user', 'null')
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'mela.user' })))
    asked.answer()

    await screen.findByRole('heading', { name: 'Login' })
    expect(storedUser()).toBeNull()
  })

  it('use the server’s answer where only the cookie is left', async () => {
    setSignedInCookie()
    stubShop({ 'GET /users/current-user': ok(asha) })

    openAccount()

    await screen.findByText('My account')
    expect(storedUser()?.email).toBe(asha.email)
  })

  it('redirect no remembered user because the server cannot be reached', async () => {
    setSignedInCookie()
    stubShop({ 'GET /users/current-user': 'unreachable' })

    const { at } = openAccount('/account/shipping')

    await screen.findByText('Something went wrong...')
    expect(at()).toBe('/account/shipping')
  })
})
