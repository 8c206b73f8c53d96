import { fromCents, giftRecipient, orderTotals, toCents } from '@mela/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop } from '../../../test/browser.tsx'
import { ids, inSize, kurta, kurtaInFull, order, seaView } from '../../../test/samples.ts'
import { refillCart } from '../orders/refill-cart.ts'
import { addToCart, currentCart, typedGift } from './cart.store.ts'
import {
  chooseAddress,
  refreshItems,
  removeFromCart,
  replaceCart,
  setGift,
  setQuantity,
  writeWords,
} from './change-cart.ts'

afterEach(leaveShop)

const stored = () => JSON.parse(localStorage.getItem('mela.cart') ?? 'null')
const store = (cart: unknown) => localStorage.setItem('mela.cart', JSON.stringify(cart))
const at = (price: number, more = {}) => ({ ...kurta, price, onSale: false, salePrice: 0, ...more })

describe('the cart in local storage', () => {
  it('holds a snapshot of each product, nothing else, the totals and the address (T098, T099, T100)', () => {
    addToCart({ ...kurtaInFull, variant: kurta.variant }, 2)
    chooseAddress(seaView)

    const { variant, ...product } = kurta
    expect(stored().items).toEqual([
      {
        ...{ product, variant, weight: 240, taxClass: 'Reduced', slug: kurtaInFull.slug },
        ...{ content: '240 g', unitPriceFor: '100 g', quantity: 2 },
      },
    ])
    expect(stored()).toMatchObject({
      ...{ itemsPrice: 72, discountPrice: 24, shippingPrice: 80, taxPrice: 12.96, totalPrice: 164.96 },
      address: seaView,
    })
  })

  it('keeps what pricing needs of a product over a reload, and nothing that is none', () => {
    addToCart({ ...kurtaInFull, variant: kurta.variant }, 2)
    const [line] = stored().items
    store({
      ...stored(),
      items: [
        { ...line, weight: -1 },
        { ...line, variant: { ...kurta.variant, _id: 'f'.repeat(24) } },
      ],
    })

    const [forged, kept] = currentCart().items
    expect(forged?.product).not.toHaveProperty('weight')
    expect(kept?.product).toMatchObject({ weight: 240, taxClass: 'Reduced', content: '240 g', unitPriceFor: '100 g' })
  })

  it.each([
    [5000, 80],
    [5000.01, 0],
  ])('has totals by SPEC’s rules: at %d delivery costs %d', (price, shippingPrice) => {
    addToCart(at(price), 1)

    const { totalPrice, ...totals } = orderTotals([{ product: { ...at(price), price: toCents(price) }, quantity: 1 }])
    expect(stored()).toMatchObject({
      shippingPrice,
      taxPrice: fromCents(totals.taxPrice),
      totalPrice: fromCents(totalPrice),
    })
  })

  it('keeps whom a gift card is for when more of it comes into the cart', () => {
    addToCart(kurta, 1)
    const variant = kurta.variant?._id ?? ''
    setGift(variant, { email: 'friend@example.com' })

    addToCart(kurta, 1)
    refillCart({ ...order, products: [{ product: kurta, variant, options: {}, price: 48, quantity: 1 }] as never })

    expect(currentCart().items).toMatchObject([{ quantity: 3, gift: { email: 'friend@example.com' } }])
  })

  it.each([
    'ravi@example',
    'ravi@example.com,',
    'ravi.@example.com',
    'ravi@münchen.de',
    'o’neil@example.com',
    "o'neil+gift@mail.example.co.uk",
  ])('takes %j as the address of a gift card like the order does', email => {
    expect(typedGift({ email }) !== null).toBe(giftRecipient.safeParse({ email }).success)
  })

  it('refuses a message with a link like the order does', () => {
    const links = ['Win at https://shop.example', 'See www.shop', 'Win at shop.example/now']
    for (const message of [...links, 'Enjoy it.Love', 'Awww... happy birthday!']) {
      expect(typedGift({ message }) !== null).toBe(giftRecipient.safeParse({ message }).success)
      expect(typedGift({ message }) === null).toBe(links.includes(message))
    }
  })

  it('takes over from an order that is bought again whom a gift card was for', () => {
    const gift = { email: 'friend@example.com', message: 'Happy birthday!' }
    const line = { product: kurta, variant: kurta._id, options: {}, price: 48, quantity: 2 }

    refillCart({ ...order, products: [{ ...line, gifts: [{ quantity: 2, ...gift }] }] as never })

    expect(currentCart().items[0]?.gift).toEqual(gift)
  })

  it.each([
    ['is removed', () => removeFromCart(kurta._id)],
    ['was removed on another device', () => replaceCart([], { note: 'Ring twice', giftText: 'For you' })],
  ])('B113 keeps no gift text or note for the next order once its last line %s', (_, empty) => {
    addToCart(kurta, 1)
    writeWords({ note: 'Ring twice', giftText: 'For you' })

    empty()

    expect(currentCart()).toEqual({ items: [], address: null, note: '', giftText: '' })
  })

  it('costs nothing when it is empty (B6)', () => {
    addToCart(kurta, 1)
    removeFromCart(kurta._id)

    expect(stored()).toMatchObject({ itemsPrice: 0, discountPrice: 0, shippingPrice: 0, taxPrice: 0, totalPrice: 0 })
  })
})

describe('adding', () => {
  it('raises the quantity, and refuses one beyond the stock with what the cart holds (T043, T101, B110)', () => {
    addToCart(kurta, 2)

    expect(addToCart(kurta, 1)).toBe(true)
    expect(addToCart(kurta, 3)).toBe(false)
    expect(currentCart().items).toMatchObject([{ quantity: 3 }])
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses the quantity %d', quantity => {
    expect(addToCart(kurta, quantity)).toBe(false)
    expect(currentCart().items).toEqual([])
  })

  it.each([
    [99, 5],
    [0, 1],
  ])('stays between one and the stock when the quantity changes to %d (T097)', (wanted, quantity) => {
    addToCart(kurta, 2)

    setQuantity(kurta._id, wanted)

    expect(currentCart().items).toMatchObject([{ quantity }])
  })
})

describe('variants', () => {
  const [small, large] = [inSize('S', '1'), inSize('L', '2')]

  it('have a line and a stock each', () => {
    addToCart(small, 5)
    addToCart(large, 1)

    expect(addToCart(small, 1)).toBe(false)
    setQuantity(large.variant._id, 3)
    removeFromCart(small.variant._id)
    expect(currentCart().items).toEqual([{ product: large, quantity: 3 }])
  })

  it('were not stored before: such a line has the first one, whose id is the product’s', () => {
    const { variant, ...product } = kurta
    store({ version: 1, items: [{ product, quantity: 2 }] })

    expect(currentCart()).toMatchObject({ items: [{ product: kurta, quantity: 2 }] })
  })

  it('that have to be chosen again cost nothing, and their line goes when one is added', () => {
    addToCart(kurta, 2)
    refreshItems(new Map([[kurta._id, { ...kurta, variant: null }]]))
    expect(stored()).toMatchObject({ items: [{ variant: null }], totalPrice: 0 })

    addToCart({ ...kurta, variant: { _id: kurta._id, options: { Size: 'S' } } }, 1)
    expect(currentCart().items).toMatchObject([{ product: { variant: { options: { Size: 'S' } } }, quantity: 1 }])
  })
})

describe('refreshing (B109)', () => {
  it('takes over new prices and limits the quantity to the stock', () => {
    addToCart(kurta, 4)

    refreshItems(new Map([[kurta._id, { ...kurta, salePrice: 30, stock: 2 }]]))

    expect(stored()).toMatchObject({ items: [{ quantity: 2 }], itemsPrice: 60 })
  })

  it.each([
    ['is gone', undefined],
    ['is sold out', { ...kurta, stock: 0 }],
  ])('counts no line into the totals that %s', (_, now) => {
    addToCart(kurta, 2)
    addToCart(at(50, ids('d'.repeat(24))), 1)

    refreshItems(new Map([[kurta._id, now]]))

    expect(stored()).toMatchObject({ itemsPrice: 50, discountPrice: 0, totalPrice: 139, items: [{}, {}] })
  })
})

describe('forged or broken storage (B111)', () => {
  it.each([
    ['no JSON', 'x'],
    ['another version', JSON.stringify({ version: 2, items: [{ product: kurta, quantity: 1 }] })],
    ['items that are no list', JSON.stringify({ version: 1, items: 'many' })],
    ['an address with parts missing', JSON.stringify({ version: 1, address: { ...seaView, city: undefined } })],
  ])('counts as empty: %s', (_, text) => {
    localStorage.setItem('mela.cart', text)

    expect(currentCart()).toEqual({ items: [], address: null, note: '', giftText: '' })
  })

  it.each([
    ['a negative quantity', { product: kurta, quantity: -2 }],
    ['a negative price', { product: { ...kurta, price: -5 }, quantity: 1 }],
    ['an id that is none', { product: { ...kurta, _id: '../admin' }, quantity: 1 }],
    ['no product', { quantity: 1 }],
  ])('drops a line with %s', (_, item) => {
    store({ version: 1, items: [item, { product: { ...kurta, ...ids('f'.repeat(24)) }, quantity: 1 }] })

    expect(currentCart().items).toHaveLength(1)
  })
})
