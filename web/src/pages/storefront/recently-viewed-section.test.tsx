// @vitest-environment jsdom
import type { Product } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { kurtaInFull } from '../../../test/samples.ts'
import { recentlyViewed, recordView } from '../../features/recently-viewed/recently-viewed.store.ts'
import { RecentlyViewedSection } from './recently-viewed-section.tsx'

afterEach(leaveShop)

const named = (name: string, digit: string): Product => ({ ...kurtaInFull, name, _id: digit.repeat(24) })
const shirt = named('Marine Drive shirt', '1')
const boot = named('Chowk suede boot', '2')
const open = () => visit('/', [{ path: '/', Component: RecentlyViewedSection }])
const shown = () => screen.queryAllByRole('link').map(link => link.textContent)

describe('recently viewed on the home page', () => {
  it('shows what this browser has looked at, newest first (T020)', () => {
    stubShop({ [`GET /products/${shirt._id}`]: ok(shirt), [`GET /products/${boot._id}`]: ok(boot) })
    recordView(shirt)
    recordView(boot)

    open()

    expect(shown()).toEqual(['Chowk suede boot', 'Marine Drive shirt'])
  })

  it('is absent while there is nothing', () => {
    stubShop({})

    open()

    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('drops what is gone or off the shelf and takes new prices over (B105)', async () => {
    const gone = named('Vanished shawl', '3')
    const hidden = named('Hidden vest', '4')
    for (const product of [shirt, boot, gone, hidden]) recordView(product)
    stubShop({
      [`GET /products/${shirt._id}`]: ok({ ...shirt, salePrice: 30 }),
      [`GET /products/${boot._id}`]: 'unreachable',
      [`GET /products/${gone._id}`]: refused(404, 'Product not found.'),
      [`GET /products/${hidden._id}`]: ok({ ...hidden, isActive: false }),
    })

    open()

    await waitFor(() => expect(shown()).toEqual(['Chowk suede boot', 'Marine Drive shirt']))
    expect(screen.getByText('$30.00')).toBeTruthy()
    expect(recentlyViewed()).toHaveLength(2)
  })
})
