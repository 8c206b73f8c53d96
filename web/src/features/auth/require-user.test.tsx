// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, setSignedInCookie, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { call } from '../../lib/api.ts'
import { rememberUser, storedUser } from '../../lib/current-user.ts'
import { RequireUser } from './require-user.tsx'

afterEach(leaveShop)

function openAccount(path = '/account/shipping?from=cart') {
  return visit(path, [
    { path: '/account/*', element: <RequireUser fallback={<p>One moment</p>}>My account</RequireUser> },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
}

describe('the account pages', () => {
  it('send somebody anonymous to the login, from where they come back (T089)', async () => {
    const { calls } = stubShop({})

    const { at } = openAccount()

    await screen.findByRole('heading', { name: 'Login' })
    expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping%3Ffrom%3Dcart')
    expect(calls).toEqual([])
  })

  it('open at once for whom the browser remembers', async () => {
    rememberUser(asha)
    const { callsTo } = stubShop({ 'GET /users/current-user': ok(asha) })

    openAccount()

    expect(screen.getByText('My account')).toBeTruthy()
    await waitFor(() => expect(callsTo('GET /users/current-user')).toHaveLength(1))
  })

  it('send a deactivated customer to the login although the browser remembers them (T093, B49)', async () => {
    rememberUser(asha)
    stubShop({ 'GET /users/current-user': refused(401) })

    openAccount()

    await screen.findByRole('heading', { name: 'Login' })
    expect(storedUser()).toBeNull()
  })

  it('send to the login as soon as any call is answered 401 (B49)', async () => {
    rememberUser(asha)
    stubShop({ 'GET /users/current-user': ok(asha), 'GET /orders/current-user': refused(401) })
    openAccount()
    await screen.findByText('My account')

    await call('GET /orders/current-user').catch(() => {})

    await screen.findByRole('heading', { name: 'Login' })
  })

  it('believe the server where only the cookie is left', async () => {
    setSignedInCookie()
    stubShop({ 'GET /users/current-user': ok(asha) })

    openAccount()

    await screen.findByText('My account')
    expect(storedUser()?.email).toBe(asha.email)
  })

  it('send nobody away because the shop cannot be reached', async () => {
    setSignedInCookie()
    stubShop({ 'GET /users/current-user': 'unreachable' })

    const { at } = openAccount('/account/shipping')

    await screen.findByText('Something went wrong...')
    expect(at()).toBe('/account/shipping')
  })
})
