import { paths } from '@mela/contract'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { DiscountLinkPage } from './discount-link-page.tsx'

afterEach(leaveShop)

const follow = (code: string) =>
  visit(paths.discount(code), [
    { path: paths.discount(':code'), Component: DiscountLinkPage },
    { path: paths.home, Component: () => <h1>Home</h1> },
  ])

it('the link of a discount keeps its code for the cart, once and beside others, and opens the shop', async () => {
  stubShop({})
  chooseForOrder({ codes: ['summer 10', 'FRIEND'] })

  follow('SUMMER-10')

  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy()
  expect(currentChoices().codes).toEqual(['FRIEND', 'SUMMER-10'])
})

it.each(['your parcel is held, call +1 555 0100', 'X'.repeat(41), 'X'.repeat(200), ' ', 'A-'])(
  'a link whose code no shop gives says so, without its words, and leaves the cart alone: %j',
  async code => {
    stubShop({})
    render(<Toasts />)

    follow(encodeURIComponent(code))

    expect(await screen.findByText('This link has no code that a cart can take.')).toBeTruthy()
    expect(screen.queryByText(`The code ${code} is in your cart.`)).toBeNull()
    expect(currentChoices().codes ?? []).toEqual([])
  },
)
