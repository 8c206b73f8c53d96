import type { Media, Product, Variant } from '@mela/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { inSizes, kurtaInFull } from '../../../../test/samples.ts'
import { currentCart } from '../../../shared/cart/cart.store.ts'
import { ProductPage } from './product-page.tsx'

class NoObserver {
  observe() {}
  disconnect() {}
}

afterEach(() => {
  leaveShop()
  history.replaceState(null, '', '/')
})

const ids = ['1', '2', '3'].map(digit => digit.repeat(24))

async function open(product: Partial<Product>, search = '') {
  vi.stubGlobal('IntersectionObserver', NoObserver)
  const path = `/product/${kurtaInFull._id}`
  stubShop({ [`GET ${path.replace('product', 'products')}`]: ok({ ...kurtaInFull, ...product }) })
  visit(path + search, [{ path: '/product/:productId', Component: ProductPage }])
  await screen.findByRole('heading', { level: 1 })
}

const sizes = () => within(screen.getByRole('group', { name: /^Size/ }))
const colours = () => within(screen.getByRole('group', { name: /^Colour/ }))
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const addButton = () =>
  screen.getAllByRole<HTMLButtonElement>('button', { name: 'Add to cart' })[0] as HTMLButtonElement
const info = () => screen.getByRole('heading', { level: 1 }).parentElement?.textContent

describe('the options on the product page', () => {
  it('show a colour with its name, as the picture of its variants where they have one', async () => {
    const media = { _id: 'a'.repeat(24), url: '/media/a-1200.webp', alt: 'Red kurta' } as Media
    await open(inSizes({}, {}, { media }))

    expect(radio('Red').nextElementSibling?.getAttribute('style')).toContain('/media/a-400.webp')
    expect(radio('Indigo').nextElementSibling?.getAttribute('style')).not.toContain('/media')
    expect(colours().getAllByText('Indigo').length).toBeGreaterThan(0)
  })

  it('ask for what is missing when adding, and move the focus there', async () => {
    await open(inSizes())

    await userEvent.click(radio('S'))
    await userEvent.click(addButton())

    expect(colours().getByText('Please select an option.')).toBeTruthy()
    expect(sizes().queryByText('Please select an option.')).toBeNull()
    expect(document.activeElement).toBe(radio('Indigo'))
    expect(currentCart().items).toEqual([])
  })

  it.each([
    ['Few left', 'few units', 3],
    ['In stock', 'many units', 30],
    ['Out of stock', 'no unit', 0],
  ])('say %s before a choice when the variants have %s', async (text, _, most) => {
    const of = (stock: number) => ({ stock: Math.min(stock, most) })
    await open(inSizes(of(2), of(most), of(3)))

    expect(info()).toContain(text)
    expect(info()).not.toContain('Only')
  })

  it('show the unit price and the weight of the chosen size, which the cart takes over', async () => {
    const isPlain = { price: 48, onSale: false }
    const own = { price: 120, content: '1 kg', weight: 1040 }
    await open(inSizes(isPlain, { ...isPlain, price: 120, own }, isPlain))
    expect(info()).toContain('$20.00 / 100 g')
    expect(info()).toContain('Weight 240 g')

    await userEvent.click(radio('M'))
    await userEvent.click(radio('Indigo'))
    expect(info()).toContain('$12.00 / 100 g')
    expect(info()).toContain('Weight 1,040 g')
    await userEvent.click(addButton())

    await screen.findByText(/^Product added to cart/)
    expect(currentCart().items).toMatchObject([{ product: { content: '1 kg', unitPriceFor: '100 g', weight: 1040 } }])
  })

  it('add the chosen variant at its price, named in the message', async () => {
    await open(inSizes({}, { price: 60, onSale: false }))

    await userEvent.click(radio('M'))
    await userEvent.click(radio('Indigo'))
    await userEvent.click(addButton())

    await screen.findByText(`Product added to cart successfully: 1 × ${kurtaInFull.name}, Size M · Indigo`)
    expect(currentCart().items).toMatchObject([
      { product: { price: 60, variant: { _id: ids[1], options: { Size: 'M', Colour: 'Indigo' } } }, quantity: 1 },
    ])
  })

  it('are kept in the address once a variant is chosen, and read from it', async () => {
    await open(inSizes())
    await userEvent.click(radio('M'))
    expect(location.search).toBe('')
    await userEvent.click(radio('Indigo'))
    expect(location.search).toBe(`?variant=${ids[1]}`)
    leaveShop()

    await open(inSizes(), `?variant=${ids[2]}`)
    expect([radio('S').checked, radio('Red').checked]).toEqual([true, true])
  })

  it('say which values are sold out or do not go with the choice, and that there is no such combination', async () => {
    await open(inSizes({ stock: 0 }))

    await userEvent.click(radio('M'))
    await userEvent.click(radio('Red, not available with this choice'))
    expect(info()).toContain('Not available in this combination')
    expect(addButton().disabled).toBe(true)
    expect(location.search).toBe('')

    await userEvent.click(radio('S'))
    await userEvent.click(radio('Indigo, sold out'))
    expect(info()).toContain('Out of stock')
    expect(addButton().disabled).toBe(true)
  })

  it('change price, savings and stock', async () => {
    const priced: Partial<Variant>[] = [{ stock: 3 }, { price: 60, onSale: false, stock: 30 }]
    await open(inSizes(...priced))
    expect(info()).toContain('from Sale price$36.00')
    expect(info()).toContain('In stock')

    await userEvent.click(radio('Indigo'))
    await userEvent.click(radio('M'))
    expect(info()).toContain('$60.00')
    expect(info()).not.toContain('You save')

    await userEvent.click(radio('S'))
    expect(info()).toContain('You save $12.00')
    expect(info()).toContain('Only 3 left')
  })

  it('have the size guide beside the size, in a dialog with a table', async () => {
    await open(inSizes(), `?variant=${ids[2]}`)
    expect(screen.getAllByRole('button', { name: 'Size guide' })).toHaveLength(1)

    await userEvent.click(screen.getByRole('button', { name: 'Size guide' }))

    const table = within(await screen.findByRole('dialog', { name: 'Size guide' })).getByRole('table')
    const texts = (role: string) =>
      within(table)
        .getAllByRole(role)
        .map(cell => cell.textContent)
    expect(texts('columnheader')).toEqual(['Size', 'Chest in cm'])
    expect(texts('rowheader')).toEqual(['S', 'M'])
    expect(texts('cell')).toEqual(['88–94', '94–102'])
    expect(radio('S').checked).toBe(true)
  })

  it('come with the picture of the chosen variant first', async () => {
    const picture = (name: string): Media =>
      ({ _id: name.repeat(24), url: `/media/${name}-1200.webp`, alt: name }) as Media
    const [front, red] = [picture('a'), picture('b')]
    const shirt = { thumbnail: front, gallery: [red], ...inSizes({}, {}, { media: red }) }

    await open(shirt, `?variant=${ids[2]}`)

    const pictures = within(screen.getByRole('list', { name: /^Pictures of/ })).getAllByRole('img')
    expect(pictures.map(image => image.getAttribute('alt'))).toEqual(['b', 'a'])
  })
})
