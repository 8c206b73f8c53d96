import type { Database } from '../platform/database/database.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import type { PaymentRow } from './payments.repository.ts'
import { listRefunds } from './refunds.repository.ts'

/**
 * Test mode only: a recorded payment that the emulator does not know, because it came with the demo's orders or the
 * emulator's data was lost, is registered there (ADR 0015).
 */
export async function adoptRecorded(db: Database, gateway: PaymentGateway, payment: PaymentRow): Promise<void> {
  if (!gateway.adopt || payment.gateway_mode !== 'test') return

  const { currency } = payment
  const refunds = (await listRefunds(db, payment.id)).flatMap(
    ({ provider_refund_id: id, state, amount_cents: cents }) =>
      id !== null && state === 'completed' ? [{ id, amount: { cents, currency } }] : [],
  )
  await gateway.adopt({
    id: payment.provider_order_id,
    orderRef: payment.order_id,
    amount: { cents: payment.amount_cents, currency },
    status: 'completed',
    email: payment.email_address ?? undefined,
    recorded: { chargeId: payment.transaction_id, at: payment.update_time, refunds },
  })
}
