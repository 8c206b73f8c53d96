import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, ids, inSize, inSizes, kurta, order, quote } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { replaceCart, writeWords } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder } from '../../../shared/cart/choices.store.ts'
import { CartPage } from './cart-page.tsx'

afterEach(leaveShop)

const shirt = { ...kurta, ...ids('d'.repeat(24)), name: 'Marine Drive shirt' }

/** The server's current data of the products in the cart. */
function openCart(...now: (typeof kurta)[]) {
  const asked = currentCart().items.map(({ product }) => product._id)
  stubShop({ [cardsCall(...asked)]: ok(now.map(cardOf)) })
  return visit('/cart', [{ path: '/cart', Component: CartPage }])
}

const amount = (label: string) =>
  screen.getByText(label, { selector: 'dt span' }).closest('dt')?.nextElementSibling?.textContent
const line = () => screen.getByRole('article', { name: kurta.name })

describe('the cart page', () => {
  it('says that the cart is empty and leads home (T094)', async () => {
    openCart()

    expect(screen.getByText('Your cart is empty. Why not browse some amazing products?')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start browsing' }).getAttribute('href')).toBe('/')
  })

  it('offers a visitor, whom an email of their kept cart may have led here, to log in', async () => {
    openCart()
    const login = () => screen.queryByRole('link', { name: 'Log in to see your saved cart' })

    expect(login()?.getAttribute('href')).toBe('/auth/login?redirect=%2Fcart')
    act(() => rememberUser(asha))
    expect(login()).toBeNull()
  })

  it('shows every line and what all of it costs (T095, T108)', async () => {
    addToCart(kurta, 2)

    openCart(kurta)

    await screen.findByText('Total', { selector: 'dt span' })
    for (const text of [kurta.name, '$36.00', '$48.00', '$72.00']) expect(line().textContent).toContain(text)
    const labels = ['Items', 'Discount', 'Subtotal', 'Shipping', 'Tax (18% GST)', 'Total']
    expect(labels.map(amount)).toEqual(['$96.00', '−$24.00', '$72.00', '$80.00', '$12.96', '$164.96'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('explains a sum by its lines, and a line by its price and what is off', async () => {
    addToCart(kurta, 2)
    openCart(kurta)

    await userEvent.click(await screen.findByRole('button', { name: '$96.00' }))
    expect(screen.getByRole('dialog', { name: 'Items' }).textContent).toContain(`2 × ${kurta.name}$96.00`)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(within(line()).getByRole('button', { name: '$72.00' }))

    const dialog = screen.getByRole('dialog', { name: kurta.name })
    expect(dialog.textContent).toContain('2 × $48.00$96.00Reduced$12.00 off each−$24.00')
  })

  it('ends with what is left to pay where a gift card pays a part', async () => {
    addToCart(kurta, 2)
    chooseForOrder({ codes: ['GIFT'] })
    const paid = { ...quote, giftCardAmount: 60, amountToPay: 104.96 }
    stubShop({ [cardsCall(kurta._id)]: ok([cardOf(kurta)]), 'POST /quotes': ok(paid) })
    visit('/cart', [{ path: '/cart', Component: CartPage }])

    expect((await screen.findByText('To pay')).nextElementSibling?.textContent).toBe('$104.96')
    chooseForOrder({ codes: undefined })
  })

  it.each([
    ['what is missing', 0, 'Add $5.21 more for free shipping'],
    [
      'from when it is free, where a discount takes a part of what is added',
      7.2,
      /^Free shipping above \$70\.00, after/,
    ],
  ])('tells of free shipping %s', async (_, amount, told) => {
    addToCart(kurta, 2)
    const method = { name: 'Shipping', minDays: null, maxDays: null }
    const methods = [{ ...method, price: 8, steps: [], freeAbove: 70 }]
    const discounts = [{ code: 'TEN', source: null, label: 'TEN', amount, refusal: null }]
    const priced = { ...quote, discounts, goodsAmount: 64.8, deliveryMethods: [{ ...method, amount: 8 }] }
    stubShop({ [cardsCall(kurta._id)]: ok([cardOf(kurta)]), 'POST /quotes': ok(priced) })
    const { queryClient } = visit('/cart', [{ path: '/cart', Component: CartPage }])

    act(() => void queryClient.setQueryData(['shop'], { zones: [{ name: 'All', places: [], methods }] }))

    expect(await screen.findByLabelText(told)).toBeTruthy()
  })

  it('changes with plus, minus and remove (T096, T097)', async () => {
    addToCart(kurta, 4)
    openCart(kurta)

    await userEvent.click(await screen.findByRole('button', { name: /^Increase/ }))
    expect(amount('Total')).toBe('$292.40')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Increase/ }).disabled).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: /^Decrease/ }))
    expect(amount('Total')).toBe('$249.92')

    await userEvent.click(screen.getByRole('button', { name: `Remove ${kurta.name}` }))
    expect(screen.getByText(/^Your cart is empty/)).toBeTruthy()
  })

  it('asks for whom a gift card is, and keeps the checkout while the address is none', async () => {
    const card = { ...kurta, isGiftCard: true }
    addToCart(card, 1, {})
    openCart(card)
    const email = (await screen.findByLabelText(/^Email of the recipient/)) as HTMLInputElement

    await userEvent.type(email, 'ravi@')
    expect(screen.queryByText('This email is not valid.')).toBeNull()
    await userEvent.tab()
    expect(screen.getByText('This email is not valid.')).toBeTruthy()
    expect(screen.getAllByText('Please look at the marked items first.').length).toBeGreaterThan(0)
    await userEvent.type(email, 'example.com ')
    await userEvent.tab()

    expect(currentCart().items[0]?.gift).toEqual({ email: 'ravi@example.com' })
    expect(line().textContent).toContain('For ravi@example.com')
    expect(screen.queryByText('Please look at the marked items first.')).toBeNull()
  })

  it('says what keeps a gift card from the checkout: a link in its message, also of a stored cart', async () => {
    const card = { ...kurta, isGiftCard: true }
    addToCart(card, 1, { message: 'Look at https://shop.example' })
    openCart(card)
    const message = await screen.findByLabelText<HTMLTextAreaElement>(/^Message/)

    expect(message.closest('details')?.open).toBe(true)
    expect(message.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Please look at the marked items first.').length).toBeGreaterThan(0)
    await userEvent.clear(message)
    await userEvent.type(message, 'Happy birthday')
    await userEvent.tab()

    expect(currentCart().items[0]?.gift).toEqual({ message: 'Happy birthday' })
    expect(screen.queryByText(/cannot have a link/)).toBeNull()
    expect(screen.queryByText('Please look at the marked items first.')).toBeNull()
  })

  it('keeps the recipient that another device has given', async () => {
    const card = { ...kurta, isGiftCard: true }
    const gift = { email: 'ravi@example.com', message: 'Hi' }
    addToCart(card, 1)
    openCart(card)
    const summary = await screen.findByText('The card comes to you')

    act(() => replaceCart(currentCart().items.map(item => ({ ...item, gift }))))
    summary.focus()
    await userEvent.tab()
    await userEvent.tab()

    expect(currentCart().items).toMatchObject([{ gift }])
    expect(screen.getByLabelText<HTMLInputElement>(/^Email of the recipient/).value).toBe(gift.email)
  })

  it('of gift cards alone names no day of arrival', async () => {
    const card = { ...kurta, isGiftCard: true }
    addToCart(card, 1, {})
    const { queryClient } = openCart(card)
    const methods = [{ name: 'Post', price: 10, steps: [], freeAbove: null, minDays: 3, maxDays: 5 }]

    act(() => void queryClient.setQueryData(['shop'], { zones: [{ name: 'All', places: [], methods }] }))

    expect((await screen.findByRole('region', { name: 'Summary' })).textContent).toContain('Shipping (By email)Free')
    expect(screen.queryByText(/^(Arrives|Delivery: )/)).toBeNull()
  })

  it.each([
    ['of gift cards alone offers a note for the shop, and no text for a parcel', 1, ['Note for the shop']],
    ['of gift cards and goods offers both', 2, ['Gift text', 'Note for the shop']],
  ])('%s', async (_, lines, labels) => {
    const items = [{ ...kurta, isGiftCard: true }, shirt].slice(0, lines)
    for (const item of items) addToCart(item, 1)
    openCart(...items)

    await userEvent.click(await screen.findByText(/^Add a note/))
    expect(screen.getAllByLabelText(/^(Gift text|Note)/)).toHaveLength(labels.length)
    for (const label of labels) expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeTruthy()
  })

  it('moves the focus on when a line is removed, and returns it on undo, for whom it was', async () => {
    const gift = { email: 'ravi@example.com' }
    addToCart(kurta, 2, gift)
    addToCart({ ...kurta, ...ids('a'.repeat(24)), name: 'Second kurta' }, 1)
    writeWords({ note: 'Ring twice' })
    openCart(kurta)

    await userEvent.click(await screen.findByRole('button', { name: `Remove ${kurta.name}` }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Second kurta')
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))

    await userEvent.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement)
    expect(await screen.findByText(/is back in your cart\.$/)).toBeTruthy()
    expect(currentCart()).toMatchObject({ items: [{ gift }], note: 'Ring twice' })
  })

  it('asks once for all lines and lists each change, before checkout (B109)', async () => {
    addToCart(kurta, 2)
    addToCart(shirt, 5)

    openCart({ ...kurta, salePrice: 40 }, { ...shirt, stock: 2 })

    const note = await screen.findByRole('alert')
    expect(
      within(note)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([`${kurta.name}: now $40.00, was $36.00`, `${shirt.name}: only 2 left, the quantity is now 2`])
    expect(currentCart()).toMatchObject({ items: [{ quantity: 2 }, { quantity: 2 }] })
    expect(screen.getAllByRole('link', { name: 'Checkout' })).toHaveLength(2)
  })

  it.each([
    ['missing or inactive', [], 'This product is no longer available.'],
    ['sold out', [{ ...kurta, stock: 0 }], 'This product is out of stock.'],
  ])('does not check out while a product is %s, until it is removed (B109, B114)', async (_, now, note) => {
    addToCart(kurta, 1)

    openCart(...now)

    await screen.findByText(note)
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Checkout' })) {
      expect(button.disabled).toBe(true)
    }
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
    const alert = within(screen.getByRole('alert'))
    await userEvent.click(alert.getByRole('button', { name: `Remove ${kurta.name}` }))
    expect(currentCart().items).toEqual([])
  })

  it('asks to choose when a product has got options, with a link to it, and does not check out', async () => {
    addToCart(kurta, 2)
    const { options, variants } = inSizes()
    stubShop({ [cardsCall(kurta._id)]: ok([{ ...cardOf(kurta), options, variants: variants.slice(0, 1) }]) })
    visit('/cart', [{ path: '/cart', Component: CartPage }])

    expect(await screen.findByText('Please select an option.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'See the options' })
    expect(link.getAttribute('href')).toBe(`/product/${kurta._id}`)
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
    expect(currentCart()).toMatchObject({ items: [{ product: { variant: null }, quantity: 2 }] })
  })

  it('B145 links to the slug of a product, and of one that was stored without to its id', async () => {
    const other = { ...kurta, ...ids('f'.repeat(24)) }
    addToCart({ ...kurta, slug: 'block-print-kurta' }, 1)
    addToCart(other, 1)
    stubShop({})
    visit('/cart', [{ path: '/cart', Component: CartPage }])

    const links = await screen.findAllByRole('link', { name: kurta.name })
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '/products/block-print-kurta',
      `/product/${other._id}`,
    ])
    expect(JSON.parse(localStorage.getItem('mela.cart') ?? '').items[0]).toMatchObject({ slug: 'block-print-kurta' })
  })

  it('names the options of each line, with changes and links of its variant', async () => {
    const [small, large] = [inSize('S', '1'), inSize('L', '2')]
    addToCart(small, 1)
    addToCart(large, 3)
    const card = { ...cardOf(kurta), options: [{ name: 'Size', values: [] }] }
    const variants = [
      { ...card.variants[0], ...small.variant },
      { ...card.variants[0], ...large.variant, stock: 2 },
    ]
    const call = `GET /products/cards?ids=${kurta._id}&variants=${small.variant._id}%2C${large.variant._id}`
    stubShop({ [call]: ok([{ ...card, variants }]) })
    visit('/cart', [{ path: '/cart', Component: CartPage }])

    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain(`${kurta.name}, Size L: only 2 left, the quantity is now 2`)
    expect(note.textContent).not.toContain('Size S')
    const line = within(screen.getByRole('article', { name: `${kurta.name}, Size L` }))
    expect(line.getByText('Size L')).toBeTruthy()
    expect(line.getByRole('link').getAttribute('href')).toBe(`/product/${kurta._id}?variant=${large.variant._id}`)
  })
})

it('orders that wait for payment are offered, each to be paid or cancelled; above three the rest is in the profile', async () => {
  rememberUser(asha)
  const { createdAt, expiresAt } = order
  const waiting = [1, 2, 3, 4, 5].map(n => ({ _id: `${n}`.repeat(24), createdAt, totalAmount: 100 + n, expiresAt }))
  stubShop({ 'GET /orders/current-user/unpaid': ok(waiting) })
  visit('/cart', [{ path: '/cart', Component: CartPage }])

  const note = await screen.findByRole('region', { name: 'Orders that wait for payment' })
  expect(within(note).getAllByRole('listitem')).toHaveLength(3)
  expect(note.textContent).toContain('Your order 11111111 waits for payment: pay or cancel it.')
  const pay = within(note).getByRole('link', { name: 'Pay order 11111111' })
  expect(pay.getAttribute('href')).toBe(`/account/pay/${'1'.repeat(24)}`)
  expect(within(note).getByRole('link', { name: '2 more orders in your profile' })).toBeTruthy()
  expect(screen.queryByText(/\$0/)).toBeNull()
})

it.each([
  ['puts its lines back into an empty cart', 0, 2],
  ['leaves a cart as it is that has lines', 1, 1],
])('cancelling an order that waits for payment %s', async (_, held, then) => {
  rememberUser(asha)
  if (held > 0) addToCart(kurta, held)
  stubShop({
    'GET /orders/current-user/unpaid': [ok([order]), ok([])],
    [`PATCH /orders/${order._id}/cancel?from=pending`]: ok({ ...order, status: 'cancelled' }),
    [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
  })
  visit('/cart', [{ path: '/cart', Component: CartPage }])

  await userEvent.click(await screen.findByRole('button', { name: /^Cancel order/ }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel order' }))

  expect(await screen.findByRole('article', { name: kurta.name })).toBeTruthy()
  expect(currentCart().items).toMatchObject([{ product: { _id: kurta._id }, quantity: then }])
})

it('an order that was paid elsewhere waits no more once the page is seen again', async () => {
  rememberUser(asha)
  const unpaid = 'GET /orders/current-user/unpaid'
  const { callsTo } = stubShop({ [unpaid]: [ok([order]), refused(503), ok([])] })
  visit('/cart', [{ path: '/cart', Component: CartPage }])
  const waiting = await screen.findByRole('button', { name: /^Cancel order/ })
  const see = () => act(() => void dispatchEvent(new Event('visibilitychange')))

  see()
  await waitFor(() => expect(callsTo(unpaid)).toHaveLength(2))
  await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(waiting.isConnected).toBe(true)
  see()

  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull())
})

it('cancelling an order that waits for payment asks again for the price, as it may have held a code', async () => {
  rememberUser(asha)
  addToCart(kurta, 1)
  const { callsTo } = stubShop({
    'GET /orders/current-user/unpaid': [ok([order]), ok([])],
    [`PATCH /orders/${order._id}/cancel?from=pending`]: ok({ ...order, status: 'cancelled' }),
    [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
    'POST /quotes': ok(quote),
  })
  visit('/cart', [{ path: '/cart', Component: CartPage }])
  await screen.findByRole('article', { name: kurta.name })
  await waitFor(() => expect(callsTo('POST /quotes')).toHaveLength(1))

  await userEvent.click(await screen.findByRole('button', { name: /^Cancel order/ }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel order' }))

  await waitFor(() => expect(callsTo('POST /quotes')).toHaveLength(2))
})

it('cancelling an order that waits for payment says what its gift card gets back, and that its code is needed again', async () => {
  rememberUser(asha)
  stubShop({ 'GET /orders/current-user/unpaid': ok([{ ...order, amountToPay: order.totalAmount - 50 }]) })
  visit('/cart', [{ path: '/cart', Component: CartPage }])

  await userEvent.click(await screen.findByRole('button', { name: /^Cancel order/ }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(
    'Nothing will be sent. $50.00 is back on your gift card at once. For another order, enter the codes of your gift cards again.',
  )
  expect(dialog.textContent).not.toContain('Nothing was paid')
})
