import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, stubShop } from '../../../test/browser.tsx'
import { asha, kurta, seaView } from '../../../test/samples.ts'
import {
  choice,
  keepElsewhere,
  office,
  open,
  signedIn,
  startCheckout,
  storedCart,
} from '../../screens/account/checkout/checkout-fixtures.tsx'
import { addToCart, currentCart } from './cart.store.ts'

startCheckout()

describe('beside another tab', () => {
  const kabir = { ...asha, _id: 'c'.repeat(24), name: { firstName: 'Kabir', lastName: 'Rao' } }
  const moved = { ...seaView, building: 'Hill View, flat 3' }
  const remembered = { id: kabir._id, name: kabir.name, avatarUrl: null, role: 'user', isActive: true, email: 'k@x.in' }
  const list = 'GET /users/current-user/addresses'

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
