import type { DisputeDetails } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { DisputePage } from './dispute-page.tsx'

afterEach(leaveShop)

const dispute = {
  ...{ _id: 'd'.repeat(24), disputeId: 'PP-D-1', provider: 'PayPal', gateway: 'paypal' },
  ...{ state: 'needs_response', reason: 'OTHER', status: 'WAITING_FOR_SELLER_RESPONSE', stage: 'CHARGEBACK' },
  ...{ outcome: null, amount: 198, currency: 'USD', order: null, orderNumber: null, payment: null, customer: null },
  ...{ openedAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', respondBy: null },
  ...{ transactionId: null, answers: [], actions: [], messages: [] },
} satisfies DisputeDetails

it.each([
  ['needs_response', 'It cannot be answered here now. Answer it at PayPal, in time.'],
  ['under_review', 'The payment provider asks nothing of the shop right now.'],
  ['lost', 'It is closed.'],
] as const)('a dispute without actions that is %s says where it is answered, if at all', async (state, text) => {
  stubShop({ [`GET /disputes/${dispute._id}`]: ok({ ...dispute, state }) })

  visit(`/${dispute._id}`, [{ path: '/:disputeId', Component: DisputePage }])

  expect(await screen.findByText(text)).toBeTruthy()
})
