import type { GatewayConnection } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { ConnectionsCard } from './connections-card.tsx'

afterEach(leaveShop)

const entry = (environment: 'sandbox' | 'live') => ({
  ...{ environment, account: 'MERCHANT', refusal: '', savedAt: '2026-01-01T00:00:00.000Z', isReadable: true },
})
const connection: GatewayConnection = {
  ...{
    gateway: 'paypal',
    displayName: 'PayPal',
    mode: 'live',
    source: 'dashboard',
    isRefusing: false,
    paymentRefusal: '',
  },
  ...{ saved: [entry('sandbox'), entry('live')], webhookUrl: 'https://shop.example.com/api/webhooks/paypal' },
}

it('what keys left to do stays to be read until others are tested', async () => {
  // The toast stays for a while.
  const kept = { selector: 'p' }
  const message = 'Keys removed. Look at PayPal, and return what still arrives there.'
  stubShop({
    'GET /payments/keys': ok({ connections: [connection], environment: 'live', takesLiveKeys: true }),
    'DELETE /payments/keys/paypal/sandbox': { body: { success: true, message } },
    'POST /payments/keys/paypal/live/test': refused(400, 'PayPal does not take these keys.'),
  })
  visit('/', [{ path: '/', Component: ConnectionsCard }])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove PayPal, sandbox keys' }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'abcd1!')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText(message, kept)

  await userEvent.click(screen.getByRole('button', { name: 'Test PayPal, live keys' }))

  await screen.findByText('PayPal does not take these keys.')
  await waitFor(() => expect(screen.queryByText(message, kept)).toBeNull())
})

it('keys that the provider has refused say so in their row, and do not ask for the same test', async () => {
  const refusal = 'PayPal does not take these keys.'
  const saved = [{ ...entry('live'), account: '', refusal }]
  const connections = [{ ...connection, saved, isRefusing: true }]
  stubShop({ 'GET /payments/keys': ok({ connections, environment: 'live', takesLiveKeys: true }) })
  visit('/', [{ path: '/', Component: ConnectionsCard }])

  await screen.findByText(refusal)

  expect(screen.queryByText(/press Test/)).toBeNull()
  expect(screen.getByText(/^PayPal does not take the keys in use: nobody can pay/)).toBeTruthy()
})

it('says why the provider did not take the last payment', async () => {
  const connections = [{ ...connection, paymentRefusal: 'PAYEE_ACCOUNT_RESTRICTED' }]
  stubShop({ 'GET /payments/keys': ok({ connections, environment: 'live', takesLiveKeys: true }) })
  visit('/', [{ path: '/', Component: ConnectionsCard }])

  await screen.findByText(
    'PayPal did not take the last payment that a customer began, and said: “PAYEE_ACCOUNT_RESTRICTED”',
  )
})
