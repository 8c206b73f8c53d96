import { orderNoteInput, type User } from '@mela/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { call } from '../../lib/api.ts'
import { rememberUser, storedUser } from '../../lib/current-user.ts'
import { Form } from '../../ui/form.tsx'
import { LeaveGuard } from '../../ui/leave-question.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RequireUser } from './require-user.tsx'
import { useLogout } from './session.api.ts'

const kabir = { ...asha, _id: 'e'.repeat(24), email: 'kabir@example.com' }
const logout = 'POST /auth/logout'

afterEach(leaveShop)

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

const shop = { 'GET /users/current-user': ok(asha), 'GET /categories': refused(401), [logout]: ok(null) }
const typeNote = () => userEvent.type(screen.getByLabelText('Note'), 'Leave it with the guard.')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Every call waits until the test answers it, with this user. */
function holdAnswers(user: User) {
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await released
    return new Response(JSON.stringify({ success: true, message: '', data: user }))
  })
  return answer
}

describe('logging out with a note typed', () => {
  it('ends no session before the answer; after "Keep editing" a session that ends leads to the login', async () => {
    const { callsTo } = stubShop(shop)
    const { at } = openNotes()
    await typeNote()

    await press('Logout')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await press('Keep editing')

    expect(callsTo(logout)).toEqual([])
    expect(storedUser()?.email).toBe(asha.email)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Leave it with the guard.')
    await act(() => call('GET /categories').catch(() => {}))
    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Fnotes'))
  })
})

describe('a logout under way', () => {
  it('does not forget another user who signs in meanwhile', async () => {
    const answer = holdAnswers(kabir)
    const { at } = openNotes()

    await press('Logout')
    act(() => rememberUser(kabir))
    answer()

    await waitFor(() => expect(at()).toBe('/auth/login'))
    await screen.findByRole('heading', { name: 'Login' })
    expect(storedUser()?.email).toBe(kabir.email)
  })
})
