import type { Product } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { recentlyViewed, recordView } from '../../../shared/catalog/recently-viewed.store.ts'
import { RecentlyViewedSection } from './home-page.tsx'

afterEach(leaveShop)

const named = (name: string, digit: string): Product => ({ ...kurtaInFull, name, _id: digit.repeat(24) })
const shirt = named('Marine Drive shirt', '1')
const boot = named('Chowk suede boot', '2')
const cardsCall = (...products: Product[]) => `GET /products/cards?ids=${products.map(({ _id }) => _id).join('%2C')}`
const open = () => visit('/', [{ path: '/', Component: RecentlyViewedSection }])
const shown = () => screen.queryAllByRole('link').map(link => link.textContent)

describe('recently viewed on the home page', () => {
  it('shows the products that this browser has viewed, newest first (T020)', () => {
    stubShop({ [cardsCall(boot, shirt)]: ok([boot, shirt]) })
    recordView(shirt)
    recordView(boot)

    open()

    expect(shown()).toEqual(['Chowk suede boot', 'Marine Drive shirt'])
  })

  it('asks once, drops missing and inactive products and takes over new prices (B105, T049)', async () => {
    const gone = named('Vanished shawl', '3')
    for (const product of [shirt, boot, gone]) recordView(product)
    const { description, reviews, version, ...card } = { ...shirt, salePrice: 30 }
    stubShop({ [cardsCall(gone, boot, shirt)]: ok([boot, card]) })

    open()

    await waitFor(() => expect(shown()).toEqual(['Chowk suede boot', 'Marine Drive shirt']))
    expect(screen.getByText('$30.00')).toBeTruthy()
    expect(recentlyViewed()).toMatchObject([{}, { salePrice: 30, description, reviews }])
  })
})
