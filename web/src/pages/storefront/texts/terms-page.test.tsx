import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { TermsPage } from './terms-page.tsx'

afterEach(leaveShop)

describe('the terms of service', () => {
  it('say how long an unpaid order is kept, from the shop’s settings', async () => {
    stubShop({ 'GET /shop/terms': ok({ orderSeconds: 600, orderUnits: null }) })
    visit('/', [{ path: '/', Component: TermsPage }])

    expect(await screen.findByText(/An order that is not paid within 10 minutes is cancelled by itself/)).toBeTruthy()
  })

  it('name no time while it is unknown', () => {
    stubShop({ 'GET /shop/terms': { status: 503 } })
    visit('/', [{ path: '/', Component: TermsPage }])

    expect(screen.getByText(/An order that is not paid in time is cancelled by itself/)).toBeTruthy()
  })
})
