import type { FirstSteps } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { shopQuery } from '../../../lib/shop.ts'
import { FirstStepsCard } from './first-steps-card.tsx'

afterEach(leaveShop)

const firstSteps = (isOpen: boolean): FirstSteps => ({
  ...{ isShown: true, isDismissed: false, example: null, hasDemoData: false, hasMailServer: false },
  steps: [{ step: 'open', isDone: isOpen, isKept: false }],
})

async function open(isOpen: boolean) {
  stubShop({})
  const { queryClient } = visit('/', [
    { path: '/', Component: () => <FirstStepsCard firstSteps={firstSteps(isOpen)} /> },
  ])
  queryClient.setQueryData(shopQuery().queryKey, isOpen ? {} : { isClosed: true })
  await screen.findByText(isOpen ? 'It is open to everybody.' : /^It is closed/)
  return screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
}

const SWITCH = '/dashboard/settings/shop#shop.isOpen'

it('a closed shop is offered its opening alone, and an open one its closing; both lead to the switch', async () => {
  expect(await open(false)).toEqual([['Open it', SWITCH]])
  leaveShop()

  expect(await open(true)).toEqual([['Close it', SWITCH]])
})
