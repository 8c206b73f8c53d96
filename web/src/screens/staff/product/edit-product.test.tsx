import { FIELD_LABELS, type Product, productFieldNames, sentValues } from '@mela/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../test/samples.ts'
import { forgetUser, rememberUser } from '../../../lib/current-user.ts'
import { EditProductPage } from './product-pages.tsx'

afterEach(leaveShop)

const ID = kurtaInFull._id
const PLACE = `/dashboard/products/edit/${ID}`
const [PRODUCT, SAVE, UNDO] = [`GET /products/${ID}`, `PUT /products/${ID}`, `POST /products/${ID}/history/7/undo`]

const thumbnail = { _id: 'f'.repeat(24), name: 'front.jpg', url: '/media/front.webp', width: 800, height: 1000 }
const loaded = { ...kurtaInFull, thumbnail, stock: 25 } as unknown as Product
const HISTORY = `GET /products/${ID}/history?size=8`
const at = '2026-11-20T10:00:00.000Z'
const change = {
  ...{ id: 7, at, actor: null, action: 'Updated', canUndo: true },
  changes: [{ field: 'Price', before: '$40.00', after: '$48.00' }],
}

/** Opens the form of a product; each call for the product answers the next one of `states`. */
function openForm(states: Product[], more: Parameters<typeof stubShop>[0] = {}) {
  const shop = stubShop({
    [PRODUCT]: states.map(product => ok(product)),
    'GET /categories/staff': okPage([{ ...loaded.category, products: 1 }]),
    [HISTORY]: okPage([change]),
    ...more,
  })
  rememberUser(asha)
  const page = visit(PLACE, [{ path: '/dashboard/products/edit/:productId', Component: EditProductPage }])
  return { ...shop, ...page }
}

const stock = () => screen.findByLabelText<HTMLInputElement>('Stock')
async function typeStock(typed: string) {
  await userEvent.clear(await stock())
  await userEvent.type(await stock(), typed)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const showsStock = (value: string) => waitFor(async () => expect((await stock()).value).toBe(value))

it.each([
  ['that no product has', 'a'.repeat(24), 404],
  ['that is no id', 'nonsense', 400],
])('T251 B124 says of an address %s that there is no product', async (_, id, status) => {
  stubShop({ [`GET /products/${id}`]: refused(status, 'Another sentence.') })
  rememberUser(asha)
  visit(`/dashboard/products/edit/${id}`, [{ path: '/dashboard/products/edit/:productId', Component: EditProductPage }])

  expect(await screen.findByText('Product not found.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Active products' })).toBeTruthy()
})

it('B145 says where the address of a product leads, and that the old one leads on', async () => {
  openForm([loaded])
  const address = await screen.findByLabelText<HTMLInputElement>('Address (optional)')
  expect(screen.queryByText('The old address leads here.')).toBeNull()

  await userEvent.clear(address)
  expect(await screen.findByText('/products/anaar-block-print-kurta')).toBeTruthy()
  expect(screen.getByText(/made from the name/)).toBeTruthy()
  await userEvent.type(address, 'kurta-in-red')

  expect(screen.getByText('/products/kurta-in-red')).toBeTruthy()
  expect(screen.getByText('The old address leads here.')).toBeTruthy()
})

it('has an input for each field of a product, with its value, and its pictures (T250)', async () => {
  const back = { ...thumbnail, _id: 'e'.repeat(24), name: 'back.jpg' }
  openForm([{ ...loaded, gallery: [thumbnail, back] } as Product])
  await stock()

  for (const name of productFieldNames.filter(name => name !== 'thumbnail' && name !== 'gallery')) {
    const label = new RegExp(`^${FIELD_LABELS[name]}( \\(optional\\))?$`)
    const input = screen.getByLabelText<HTMLInputElement>(label)
    const isSwitch = input.role === 'switch'
    expect([name, isSwitch ? input.ariaChecked : input.value]).toEqual([name, String(sentValues(loaded)[name])])
  }
  expect(screen.getByRole('button', { name: 'Change thumbnail' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /, place \d/ })).toHaveLength(2)
})

it('shows at the SKU of a product without options that another product has it', async () => {
  const only = {
    ...{ _id: '1'.repeat(24), options: {}, sku: null, barcode: null, stock: 25, version: 1, own: {} },
    ...{ price: 48, onSale: true, salePrice: 36, isActive: true, media: null },
  }
  const taken = refused(409, 'SKU already in use.', { errors: { 'variants.0.sku': 'Neel kurta has this SKU.' } })
  const { callsTo } = openForm([{ ...loaded, variants: [only] }], { [SAVE]: taken })
  await userEvent.type(await screen.findByLabelText(/^SKU/), 'K-1')
  await press('Save')

  expect(await screen.findByText('Neel kurta has this SKU.')).toBeTruthy()
  expect(screen.getByLabelText(/^SKU/).ariaInvalid).toBe('true')
  expect(callsTo(SAVE)[0]?.body).toMatchObject({ variants: [{ _id: only._id, sku: 'K-1' }] })
})

describe('a stock that is typed while the shop sells', () => {
  const latest = { ...loaded, price: 52, stock: 22, version: 2 }
  const conflict = refused(409, 'This item was changed by someone else. Please reload.')

  it('B92 keeps its difference when another save is taken over, and is told apart from it', async () => {
    const { callsTo } = openForm([loaded, latest], { [SAVE]: [conflict, ok({ ...latest, stock: 32, version: 3 })] })
    await typeStock('35')
    await press('Save')

    const dialog = await screen.findByRole('dialog')
    const [saved, sold] = within(dialog)
      .getAllByRole('term')
      .map(term => term.parentElement?.textContent)
    expect(saved).toBe('Pricebefore: $48.00 , now: $52.00')
    expect(sold).toBe('Stockbefore: 25 , now: 22By sales, returns or staff.You typed 35, which becomes 32.')
    await press('Keep what I typed')
    await showsStock('32')
    await press('Save')

    await waitFor(() => expect(callsTo(SAVE)).toHaveLength(2))
    expect(callsTo(SAVE)[1]?.body).toMatchObject({ price: 52, stock: 32, baseStock: 22, version: 2 })
  })

  it('is sent with the same key when the answer was lost, and with another one for another stock', async () => {
    const saved = { ...loaded, stock: 34, version: 2 }
    const { callsTo } = openForm([loaded, saved], { [SAVE]: ['unreachable', 'unreachable', ok(saved)] })
    for (const [tries, typed] of ['36', '35', '35'].entries()) {
      await typeStock(typed)
      await press('Save')
      await waitFor(() => expect(callsTo(SAVE)).toHaveLength(tries + 1))
    }

    const [other, first, repeated] = callsTo(SAVE).map(({ headers }) => headers['idempotency-key'])
    expect(repeated).toBe(first)
    expect(other).not.toBe(first)
    await showsStock('34')
  })

  it('can be saved after a refusal, because more was sold than the new stock would hold', async () => {
    const sold = { ...loaded, stock: 1 }
    const { callsTo } = openForm([loaded, sold], {
      [SAVE]: [refused(409, `${loaded.name} has only 1 left in stock.`), ok(sold)],
    })
    await typeStock('2')
    await press('Save')

    expect((await screen.findByRole('dialog')).textContent).toContain('Stockbefore: 25 , now: 1')
    await press('Keep what I typed')
    await showsStock('0')
    await typeStock('1')
    await press('Save')

    await waitFor(() => expect(callsTo(SAVE)).toHaveLength(2))
    expect(callsTo(SAVE)[1]?.body).toMatchObject({ stock: 1, baseStock: 1 })
  })

  it.each([
    ['the page is hidden and discarded', () => void document.dispatchEvent(new Event('visibilitychange'))],
    ['the session ends', forgetUser],
  ])('is typed again on top of what was sold when %s', async (_, end) => {
    openForm([loaded])
    await typeStock('35')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(end)
    cleanup()
    const kept = sessionStorage.getItem('mela.unsaved') ?? ''
    leaveShop()
    sessionStorage.setItem('mela.unsaved', kept)

    openForm([latest])

    await showsStock('32')
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('52')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })

  it('is not added twice when the page is left after a save whose answer was lost', async () => {
    openForm([loaded], { [SAVE]: 'unreachable' })
    await typeStock('35')
    await press('Save')
    act(() => void dispatchEvent(new Event('pagehide')))
    const kept = sessionStorage.getItem('mela.unsaved') ?? ''
    cleanup()
    leaveShop()
    sessionStorage.setItem('mela.unsaved', kept)

    openForm([{ ...loaded, stock: 35, version: 2 }])

    await showsStock('35')
  })

  it('keeps its difference when a change is undone on the same page', async () => {
    openForm([loaded, { ...latest, price: 40 }], { [UNDO]: ok({ ...latest, price: 40 }) })
    await typeStock('35')
    await press('Undo: Price')

    await showsStock('32')
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('40')
  })
})

it('a product that cannot be saved says so and keeps the typed values (T249)', async () => {
  openForm([loaded], { [SAVE]: refused(500) })
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  fireEvent.change(name, { target: { value: 'Another name' } })
  await press('Save')

  await screen.findByText('An error occurred while creating the product.')
  expect(name.value).toBe('Another name')
})

it.each([
  ['after a save that changed nothing', loaded],
  ['after a save', { ...loaded, version: 2 }],
])('what is typed %s stays when someone else saves', async (_, saved) => {
  const theirs = { ...loaded, price: 52, version: 3 }
  const { callsTo, queryClient } = openForm([loaded, saved, theirs], { [SAVE]: ok(saved) })
  await stock()
  await press('Save')
  await waitFor(() => expect(callsTo(PRODUCT)).toHaveLength(2))
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  fireEvent.change(name, { target: { value: 'Another name' } })
  await act(() => queryClient.invalidateQueries())

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('52'))
  expect(name.value).toBe('Another name')
})

it('what is typed while a product is saved stays', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok>>()
  const saved = { ...loaded, stock: 35, version: 2 }
  openForm([loaded, saved], { [SAVE]: promise })
  await typeStock('35')
  await press('Save')
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  fireEvent.change(name, { target: { value: 'Another name' } })
  resolve(ok(saved))

  await screen.findByText('Unsaved changes')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaBusy).toBeNull())
  expect(name.value).toBe('Another name')
  await showsStock('35')
})

describe('the variants of a product', () => {
  const own = {}
  const aVariant = (Size: string, _id: string, given: object = {}) => ({
    ...{ _id, options: { Size }, sku: null, barcode: null, price: 48, onSale: true, salePrice: 36, stock: 3 },
    ...{ isActive: true, media: null, own, version: 1, ...given },
  })
  const [S, M] = ['1'.repeat(24), '2'.repeat(24)]
  const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
  const shirt = { ...loaded, stock: 6, options, variants: [aVariant('S', S), aVariant('M', M)] } as unknown as Product
  const saved = { ...shirt, version: 2 }

  async function typeIn(row: number, column: number, text: string) {
    const lines = within(await screen.findByRole('grid')).getAllByRole('row')
    const cell = within(lines[row + 1] as HTMLElement).getAllByRole('gridcell')[column] as HTMLElement
    fireEvent.pointerDown(cell, { button: 0 })
    await userEvent.keyboard(`${text}{Enter}`)
  }
  const [PRICE, STOCK, CONTENT] = [4, 6, 7]

  it('are sent with the stock that each was loaded with', async () => {
    const { callsTo } = openForm([shirt, saved], { [SAVE]: ok(saved) })
    await typeIn(1, STOCK, '9')
    await typeIn(1, PRICE, '50')
    await press('Save')
    await waitFor(() => expect(callsTo(SAVE)).toHaveLength(1))

    expect(callsTo(SAVE)[0]?.body).toMatchObject({
      ...{ stock: 6, baseStock: 6, version: 1, options },
      variants: [
        { _id: S, options: { Size: 'S' }, price: null, stock: 3, baseStock: 3 },
        { _id: M, options: { Size: 'M' }, price: 50, stock: 9, baseStock: 3 },
      ],
    })
  })

  it('have a content and a weight of their own, which are sent and shown', async () => {
    const own = { content: '1 kg', weight: 1040 }
    const heavy = { ...shirt, variants: [aVariant('S', S), aVariant('M', M, { own })] } as unknown as Product
    const { callsTo } = openForm([heavy, { ...heavy, version: 2 }], { [SAVE]: ok(saved) })
    await typeIn(0, CONTENT, '250 g')
    await typeIn(1, CONTENT + 1, '1050')
    await press('Save')
    await waitFor(() => expect(callsTo(SAVE)).toHaveLength(1))

    expect(callsTo(SAVE)[0]?.body).toMatchObject({
      variants: [
        { content: '250 g', weight: null },
        { content: '1 kg', weight: 1050 },
      ],
    })
  })

  it('keep what is typed when someone else has saved the same variant, and show the other value', async () => {
    const theirs = { ...saved, variants: [aVariant('S', S), aVariant('M', M, { own: { price: 52 }, version: 2 })] }
    openForm([shirt, theirs as unknown as Product], {
      [SAVE]: refused(409, 'This item was changed by someone else. Please reload.'),
    })
    await typeIn(1, PRICE, '50')
    await press('Save')

    expect((await screen.findByRole('dialog')).textContent).toContain('VariantsSize M')
    await press('Keep what I typed')
    await screen.findByText('Saved by someone else: 52')
    expect(screen.getByText('50')).toBeTruthy()
  })
})

describe('the history of a product', () => {
  const undone = okPage([{ ...change, canUndo: false }])

  it.each([
    ['was lost', 'unreachable' as const, 'Something went wrong, please try again later...'],
    ['is a refusal', refused(409, 'Price was changed again since.'), 'Price was changed again since.'],
  ])('looks again when the answer to undoing %s', async (_, answer, text) => {
    openForm([loaded], { [HISTORY]: [okPage([change]), undone], [UNDO]: answer })
    await press('Undo: Price')

    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo: Price' })).toBeNull())
  })
})

it('stock movements say what changed the stock of which variant, are filtered, and grow', async () => {
  const name = { firstName: 'Asha', lastName: 'Rao' }
  const M = { _id: 'b'.repeat(24), options: { Size: 'M' }, isDeleted: false }
  const order = `${'0'.repeat(16)}abcd1234`
  const sale = { id: 1, at, variant: M, delta: -2, reason: 'order', order, actor: null }
  const opening = { ...sale, id: 4, delta: 3, reason: 'opening', order: null }
  const edit = { ...sale, id: 3, delta: 5, reason: 'edit', order: null, actor: { _id: 'c'.repeat(24), name } }
  const CALL = `GET /products/${ID}/stock-movements?size=`
  const variants = [{ ...M, price: 1, onSale: false, salePrice: 0, stock: 3, own: {}, version: 1 }]
  const product = { ...loaded, options: [{ name: 'Size', values: [{ name: 'M' }] }], variants } as unknown as Product
  const newest = [sale, { ...sale, id: 2, delta: 2, reason: 'release' }, edit]
  openForm([product], {
    [`${CALL}8`]: okPage(newest, { total: 9 }),
    [`${CALL}16`]: okPage([...newest, opening]),
    [`${CALL}16&variant=${M._id}`]: okPage([opening]),
  })
  const shown = () =>
    screen.getAllByText(/^[+−]\d/).map(({ parentElement }) => parentElement?.textContent?.split('Nov')[0])

  await press('Show')
  await screen.findByRole('button', { name: 'Show more' })
  expect(shown()).toEqual(['−2Sold with ABCD1234Size M', '+2Returned with ABCD1234Size M', '+5Set by Asha RaoSize M'])

  await press('Show more')
  await screen.findByText('Opening stock')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Variant' }), 'Size M')
  await waitFor(() => expect(shown()).toEqual(['+3Opening stock']))
})
