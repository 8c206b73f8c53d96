import { paths } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
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

it('a link with a longer code than an order takes does not keep the shopper from ordering', async () => {
  stubShop({})

  follow('X'.repeat(200))

  await screen.findByRole('heading', { name: 'Home' })
  expect(currentChoices().codes).toEqual(['X'.repeat(60)])
})
