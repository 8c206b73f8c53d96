import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RootLayout } from './root-layout.tsx'

beforeEach(() => {
  window.scrollTo = () => {}
})
afterEach(cleanup)

function SearchPage() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <h1>Customers</h1>
      <input ref={field} />
    </>
  )
}

function open() {
  const children = [
    { path: '/', element: <h1>Home</h1> },
    { path: '/orders', element: <h1>Orders</h1> },
    { path: '/customers', Component: SearchPage },
  ]
  const router = createMemoryRouter([{ Component: RootLayout, children }])
  render(<RouterProvider router={router} />)
  return router
}

it('T005 a navigation moves the focus to the heading', async () => {
  await open().navigate('/orders')

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' })))
})

it('a field that took the focus as soon as the page was shown keeps it', async () => {
  await open().navigate('/customers')

  await screen.findByRole('heading', { name: 'Customers' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})
