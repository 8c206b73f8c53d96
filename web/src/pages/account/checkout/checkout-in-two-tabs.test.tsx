import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ok, stubShop } from '../../../../test/browser.tsx'
import { asha, kurta, seaView } from '../../../../test/samples.ts'
import { addToCart, currentCart } from '../../../features/shop/cart/cart.store.ts'
import { choice, keepElsewhere, office, open, signedIn, startCheckout, storedCart } from './checkout-fixtures.tsx'

startCheckout()

describe('beside another tab', () => {
  const kabir = { ...asha, _id: 'c'.repeat(24), name: { firstName: 'Kabir', lastName: 'Rao' } }
  const moved = { ...seaView, building: 'Hill View, flat 3' }
  const remembered = { id: kabir._id, name: kabir.name, avatarUrl: null, role: 'user', isActive: true, email: 'k@x.in' }
  const list = 'GET /users/current-user/addresses'

  it('shows, chooses and keeps nothing of the former user once another one has signed in there (B113)', async () => {
    addToCart(kurta, 2)
    const current = [ok(asha), ok(kabir)]
    const { callsTo } = stubShop({ ...signedIn, 'GET /users/current-user': current, [list]: [ok([seaView]), ok([])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))
    await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
    await userEvent.type(screen.getByLabelText('Street and area'), 'Carter Road')

    keepElsewhere('mela.user', remembered)
    expect(screen.queryByText(seaView.building)).toBeNull()
    keepElsewhere('mela.cart', { ...currentCart(), address: null })

    expect(screen.queryByLabelText('Street and area')).toBeNull()
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
    expect(callsTo(list)).toHaveLength(2)
    expect(currentCart().address).toBeNull()
  })

  it('shows the next user nothing from memory that was not on screen when the user changed (B113)', async () => {
    const answers = { 'GET /users/current-user': [ok(asha), ok(kabir)], [list]: [ok([seaView]), ok([])] }
    const { callsTo } = stubShop({ ...signedIn, ...answers })
    const { router } = open('/account/shipping')
    await choice(/Sea View/)
    await act(() => router.navigate('/'))

    keepElsewhere('mela.user', remembered)
    await act(() => router.navigate('/account/shipping'))

    expect(screen.queryByText(seaView.building)).toBeNull()
    await waitFor(() => expect(callsTo(list)).toHaveLength(2))
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
  })

  it('notices another user also when the page is restored from the back-forward cache', async () => {
    stubShop({ ...signedIn, 'GET /users/current-user': [ok(asha), ok(kabir)], [list]: [ok([seaView, office]), ok([])] })
    open('/account/shipping')
    await choice(/Sea View/)

    localStorage.setItem('mela.user', JSON.stringify(remembered))
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

    expect(screen.queryByText(seaView.building)).toBeNull()
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
  })

  it('leads to the login once the user has signed out there, and sends no further calls (B58)', async () => {
    const { calls } = stubShop(signedIn)
    const { at } = open('/account/shipping')
    await choice(/Sea View/)
    const before = calls.length

    keepElsewhere('mela.user', null)

    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping'))
    expect(calls).toHaveLength(before)
  })

  it('keeps everything while the same user is changed there', async () => {
    const { calls } = stubShop(signedIn)
    open('/account/shipping')
    await choice(/Sea View/)
    await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
    await userEvent.type(screen.getByLabelText('Street and area'), 'Carter Road')
    const before = calls.length

    keepElsewhere('mela.user', { ...remembered, id: asha._id })

    expect(screen.getByLabelText<HTMLInputElement>('Street and area').value).toBe('Carter Road')
    expect(calls).toHaveLength(before)
  })

  it('takes over an address that was corrected there, and never writes its own old copy back (B77, B112)', async () => {
    addToCart(kurta, 2)
    const { callsTo } = stubShop({ ...signedIn, [list]: [ok([seaView]), ok([moved])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: moved })
    const written = storedCart()

    expect(storedCart()).toBe(written)
    expect(await choice(/Hill View/)).toMatchObject({ checked: true })
    expect(storedCart()).toBe(written)
    expect(callsTo(list)).toHaveLength(2)
  })

  it('keeps an address that was added and chosen there (B77, B112)', async () => {
    addToCart(kurta, 2)
    stubShop({ ...signedIn, [list]: [ok([seaView]), ok([office, seaView])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: office })

    expect(await choice(/Office tower/)).toMatchObject({ checked: true })
    expect(currentCart().address).toEqual(office)
  })

  it('does not choose the only address again that was deleted there (B77, B112)', async () => {
    addToCart(kurta, 2)
    stubShop({ ...signedIn, [list]: [ok([seaView]), ok([])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: null })
    const written = storedCart()

    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
    expect(storedCart()).toBe(written)
  })
})
