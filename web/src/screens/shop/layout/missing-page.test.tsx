import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, ok, stubShop } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { createQueryClient, pageLoad } from '../../../lib/page-data.ts'
import { routes } from '../../../router.tsx'

afterEach(() => {
  leaveShop()
  vi.restoreAllMocks()
})

it('a screen that crashes is replaced by the crash page with two links, in the shop’s frame (T015, B133)', async () => {
  // React reports the crash as an error, and the router warns about late rendering.
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  vi.stubGlobal('scrollTo', () => {})
  stubShop({ [`GET /products/${kurtaInFull._id}`]: ok({ ...kurtaInFull, gallery: 7, reviews: 7 }) })
  const queryClient = createQueryClient()
  const context = new RouterContextProvider()
  context.set(pageLoad, { queryClient, setStatus: () => {} })
  const initialEntries = [`/product/${kurtaInFull._id}`]

  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries, getContext: () => context })} />
    </QueryClientProvider>,
  )

  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('banner')).toBeTruthy()
})
