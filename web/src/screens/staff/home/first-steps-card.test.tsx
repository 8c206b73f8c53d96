import { DEFAULT_SHOP, type FirstStep, type FirstSteps } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { shopQuery } from '../../../lib/shop.ts'
import { FirstStepsCard } from './first-steps-card.tsx'

afterEach(leaveShop)

const stepOf = (step: FirstStep, state: Partial<FirstSteps['steps'][number]> = {}) => ({
  ...{ step, isDone: false, isKept: false, canKeep: true, missing: [] },
  ...state,
})
const firstSteps = (...steps: FirstSteps['steps']): FirstSteps => ({
  ...{ isShown: true, isDismissed: false, example: null, hasDemoData: false, hasMailServer: false },
  steps,
})
const linksOf = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])

async function open(isOpen: boolean) {
  stubShop({})
  const { queryClient } = visit('/', [
    {
      path: '/',
      Component: () => <FirstStepsCard firstSteps={firstSteps(stepOf('open', { isDone: isOpen, canKeep: false }))} />,
    },
  ])
  queryClient.setQueryData(shopQuery().queryKey, { ...DEFAULT_SHOP, isClosed: !isOpen })
  await screen.findByText(isOpen ? 'It is open to everybody.' : /^It is closed/)
  return linksOf()
}

const SWITCH = '/dashboard/settings/shop#shop.isOpen'

it('a closed shop is offered its opening alone, and an open one its closing; both lead to the switch', async () => {
  expect(await open(false)).toEqual([['Open it', SWITCH]])
  leaveShop()

  expect(await open(true)).toEqual([['Close it', SWITCH]])
})

it('the first product is typed in or imported, payment and mail say in plain words what to do, contact what is missing', async () => {
  stubShop({})
  const steps = [stepOf('product'), stepOf('payment'), stepOf('mail', { missing: ['a mail server'] })]
  const shown = firstSteps(...steps, stepOf('pages', { missing: ['About in your words'] }))
  visit('/', [{ path: '/', Component: () => <FirstStepsCard firstSteps={shown} /> }])

  expect(await screen.findByText('Still missing: About in your words.')).toBeTruthy()
  expect(linksOf()).toEqual(
    expect.arrayContaining([
      ['Add a product', '/dashboard/products/new'],
      ['Import a file', '/dashboard/products/import'],
      ['Apps at PayPal', 'https://developer.paypal.com/dashboard/applications'],
      ['Contact', '/dashboard/settings/shop#shop.email'],
      ['Pages', '/dashboard/pages'],
    ]),
  )
  expect(screen.queryByText(/SMTP_URL|PAYPAL_/)).toBeNull()
  expect(screen.getByText(/ask your email provider for its SMTP address/)).toBeTruthy()
})
