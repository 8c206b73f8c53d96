import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, visit } from '../../test/browser.tsx'
import { Redirect } from './link.tsx'

afterEach(() => {
  leaveShop()
  vi.restoreAllMocks()
})

it('a redirect is left to the browser by the server, without a warning', async () => {
  const warn = vi.spyOn(console, 'warn')
  const element = <Redirect to="/new" />

  const html = renderToString(<StaticRouter location="/old">{element}</StaticRouter>)
  visit('/old', [
    { path: '/old', element },
    { path: '/new', element: <h1>New</h1> },
  ])

  expect(html).toBe('')
  expect(warn).not.toHaveBeenCalled()
  expect(await screen.findByRole('heading', { name: 'New' })).toBeTruthy()
})
