import type { StaffPayment } from '@mela/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaymentFlags } from './payment-flags.tsx'
import { providerConfigQuery } from './staff-payments.api.ts'

afterEach(cleanup)

const paid = { mode: 'test', disputed: false, problem: null, refundedAmount: 0, amount: 10 } as StaffPayment

it.each([
  ['live', 'TEST'],
  ['sandbox', 'TEST'],
  ['test', ''],
] as const)('says of test money in a shop of mode %s: "%s"', (mode, text) => {
  const client = new QueryClient()
  client.setQueryData(providerConfigQuery().queryKey, { clientId: 'x', mode, gateways: [] })

  const { container } = render(
    <QueryClientProvider client={client}>
      <PaymentFlags payment={paid} />
    </QueryClientProvider>,
  )

  expect(container.textContent).toBe(text)
})
