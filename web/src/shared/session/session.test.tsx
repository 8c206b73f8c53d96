import { orderNoteInput, type User } from '@mela/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, setSignedInCookie, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { call } from '../../lib/api.ts'
import { rememberUser, storedUser } from '../../lib/current-user.ts'
import { Form } from '../../ui/form.tsx'
import { LeaveGuard } from '../../ui/leave-question.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RequireUser } from './require-user.tsx'
import { useLogout } from './sign-out.ts'

afterEach(leaveShop)

const kabir = { ...asha, _id: 'e'.repeat(24), email: 'kabir@example.com' }

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

function Notes() {
  const handleLogout = useLogout()
  return (
    <RequireUser fallback={<p>One moment</p>}>
      <button type="button" onClick={handleLogout}>
        Logout
      </button>
      <Form schema={orderNoteInput} defaultValues={{ text: '' }} onSubmit={() => {}} fallback="">
        <LeaveGuard text="Your note is not saved yet." />
        <TextField name="text" label="Note" />
      </Form>
    </RequireUser>
  )
}

function openNotes() {
  rememberUser(asha)
  return visit('/notes', [
    { path: '/notes', Component: Notes },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('logging out', () => {
  it('with a note typed ends no session before the answer; a session that ends then leads to the login', async () => {
    const answers = { 'GET /users/current-user': ok(asha), 'GET /categories': refused(401) }
    const { callsTo } = stubShop(answers)
    const { at } = openNotes()
    await userEvent.type(screen.getByLabelText('Note'), 'Leave it with the guard.')

    await press('Logout')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await press('Keep editing')

    expect(callsTo('POST /auth/logout')).toEqual([])
    expect(storedUser()?.email).toBe(asha.email)
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Leave it with the guard.')
    await act(() => call('GET /categories').catch(() => {}))
    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Fnotes'))
  })

  it('does not forget another user who signs in meanwhile', async () => {
    const { answer } = holdAnswers(kabir)
    const { at } = openNotes()

    await press('Logout')
    act(() => rememberUser(kabir))
    answer()

    await waitFor(() => expect(at()).toBe('/auth/login'))
    await screen.findByRole('heading', { name: 'Login' })
    expect(storedUser()?.email).toBe(kabir.email)
  })
})
