import { DEFAULT_SHOP } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ok, stubShop } from '../../../../test/browser.tsx'
import { asha, kurta, seaView } from '../../../../test/samples.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress, replaceCart } from '../../../shared/cart/change-cart.ts'
import {
  choice,
  continueButton,
  keepElsewhere,
  office,
  open,
  signedIn,
  startCheckout,
  storedCart,
} from './checkout-fixtures.tsx'

startCheckout()

describe('shipping', () => {
  it('lists the own addresses and allows the next step once one is chosen (T109, T111, T113, T114)', async () => {
    addToCart(kurta, 2)
    stubShop(signedIn)
    const { at } = open('/account/shipping')

    const home = await choice(/Sea View/)
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(continueButton().disabled).toBe(true)
    await userEvent.click(continueButton())
    expect(at()).toBe('/account/shipping')

    await userEvent.click(home)
    expect(currentCart().address).toEqual(seaView)
    await userEvent.click(continueButton())

    await waitFor(() => expect(at()).toBe('/account/checkout'))
  })

  it('shows the errors of an address, and offers +91 and India only (T303, B123)', async () => {
    stubShop(signedIn)
    open('/account/shipping')
    await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))

    await userEvent.type(screen.getByLabelText('Phone'), 'abcdefghij')
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }))

    expect((await screen.findByRole('alert')).textContent).toContain('Please fill in all the details correctly.')
    expect(screen.getByText('Phone number is not valid')).toBeTruthy()
    expect(screen.getByText('+91')).toBeTruthy()
    expect(within(screen.getByLabelText('Country')).getAllByRole('option')).toHaveLength(1)
  })

  it('unselects a deleted address (B77)', async () => {
    addToCart(kurta, 2)
    chooseAddress({ ...seaView, _id: 'f'.repeat(24) })
    stubShop(signedIn)
    open('/account/shipping')

    await waitFor(() => expect(currentCart().address).toBeNull())
    expect(continueButton().disabled).toBe(true)
  })

  describe('to a country that is sold to and in no zone', () => {
    const zones = [{ ...DEFAULT_SHOP.zones[0], places: [{ country: 'PL', state: null }] }]
    const [india, poland] = [
      { code: 'IN', name: 'India' },
      { code: 'PL', name: 'Poland' },
    ]
    const openWith = (addresses: object[], shop: object, countries = [india, poland]) => {
      addToCart(kurta, 1)
      const forms = { 'GET /shop/countries': ok(countries), 'GET /shop/countries/PL': 'unreachable' as const }
      stubShop({ ...signedIn, ...forms, 'GET /users/current-user/addresses': ok(addresses) })
      const opened = open('/account/shipping')
      act(() => void opened.queryClient.setQueryData(['shop'], shop))
      return opened
    }

    it('stops at the chosen address and says why', async () => {
      const { at } = openWith([seaView], { zones, countries: ['IN', 'PL'] })

      expect(await screen.findByText('We do not deliver to India. Please choose another address.')).toBeTruthy()
      expect(continueButton().disabled).toBe(true)
      expect(at()).toBe('/account/shipping')
    })

    it('is said at the field of the country, with where the shop delivers', async () => {
      openWith([], { zones, countries: ['IN', 'PL'] })
      const country = await screen.findByLabelText('Country')
      const note = () => document.getElementById(country.getAttribute('aria-describedby') ?? '')?.textContent

      const said = 'We do not deliver to India. Please choose an address elsewhere: we deliver to Poland.'
      await waitFor(() => expect(note()).toBe(said))
      await userEvent.selectOptions(country, 'Poland')
      await waitFor(() => expect(note()).toBeUndefined())
    })

    it('is said where it is the only country, unless gift cards alone are ordered', async () => {
      openWith([], { zones, countries: ['IN'], email: 'moin@bremen.example' }, [india])

      const said = 'We do not deliver to India. Please ask us at moin@bremen.example.'
      expect((await screen.findByRole('alert')).textContent).toBe(said)
      act(() => replaceCart([{ product: { ...kurta, isGiftCard: true }, quantity: 1 }]))
      expect(screen.queryByRole('alert')).toBeNull()
    })
  })
})

describe('shipping beside another tab', () => {
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

    keepElsewhere('mela.cart', { version: 1, ...currentCart(), address: moved })
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

    keepElsewhere('mela.cart', { version: 1, ...currentCart(), address: null })
    const written = storedCart()

    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
    expect(storedCart()).toBe(written)
  })
})
