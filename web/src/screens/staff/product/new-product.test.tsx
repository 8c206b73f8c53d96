import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { NewProductPage } from './product-pages.tsx'

afterEach(leaveShop)

const thumbnail = { _id: 'f'.repeat(24), name: 'front.jpg', url: '/media/front.webp', width: 800, height: 1000 }
const original = { ...kurtaInFull, thumbnail, gallery: [] }
const message = 'Product created successfully.'
const created = { status: 201, body: { success: true, message, data: { ...original, _id: 'c'.repeat(24) } } }

/** Opens the form with a copy of a product, which can be saved without changes. */
function openCopy(save: Outcome | Promise<Outcome> | Outcome[], planned: object[] = []) {
  const { callsTo } = stubShop({
    [`GET /planned-prices?product=${original._id}`]: okPage(planned),
    [`GET /products/${original._id}`]: ok(original),
    'GET /categories/staff': okPage([{ ...original.category, products: 1 }]),
    'POST /products': save,
  })
  rememberUser(asha)
  const visitor = visit(`/dashboard/products/new?from=${original._id}`, [
    { path: '/dashboard/products/new', Component: NewProductPage },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])
  return { callsTo, ...visitor }
}

it('sends one key with each try to save a new product, so that a lost answer does not make it twice', async () => {
  const { callsTo, at } = openCopy(['unreachable', created])

  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('An error occurred while creating the product.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(at()).toContain('/dashboard/products/inactive'))
  const [first, second] = callsTo('POST /products').map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).toBe(first)
})

describe('a new product that is left while it is saved', () => {
  async function leave(save: Promise<Outcome>) {
    const { router, at } = openCopy(save)
    await userEvent.type(await screen.findByLabelText('Name'), ' in red')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave anyway' }))
    await screen.findByRole('heading', { name: 'Elsewhere' })
    return { router, at }
  }
  const back = `/dashboard/products/new?from=${original._id}`

  it('is there again when the save fails', async () => {
    const answer = Promise.withResolvers<Outcome>()
    const { router } = await leave(answer.promise)

    answer.resolve('unreachable')
    await screen.findByText('An error occurred while creating the product.')
    await act(() => router.navigate(back))

    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe(`${original.name} (copy) in red`)
  })

  it('is not there again when it is saved, and the user stays where they went', async () => {
    const answer = Promise.withResolvers<Outcome>()
    const { router, at } = await leave(answer.promise)
    const place = at()

    answer.resolve(created)
    await screen.findByText(message)
    expect(at()).toBe(place)
    await act(() => router.navigate(back))

    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe(`${original.name} (copy)`)
  })
})

it('a new product that is discarded is not there again', async () => {
  const { router } = openCopy([])
  await userEvent.type(await screen.findByLabelText('Name'), ' in red')
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave anyway' }))
  await screen.findByRole('heading', { name: 'Elsewhere' })

  await act(() => router.navigate(`/dashboard/products/new?from=${original._id}`))

  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe(`${original.name} (copy)`)
})

it('a copy has no planned sale, which would not end for it', async () => {
  const { callsTo } = openCopy(created, [{ name: 'Winter sale' }])

  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))

  await waitFor(() => expect(callsTo('POST /products')[0]?.body).toMatchObject({ onSale: false, salePrice: 0 }))
})

it('has a link to the categories where there is none yet', async () => {
  stubShop({ 'GET /categories/staff': okPage([]) })
  rememberUser(asha)
  visit('/dashboard/products/new', [{ path: '/dashboard/products/new', Component: NewProductPage }])

  const link = await screen.findByRole('link', { name: 'Categories' })

  expect(link.getAttribute('href')).toBe('/dashboard/categories')
})
