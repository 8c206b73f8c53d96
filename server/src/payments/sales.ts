import { sql } from 'kysely'

/**
 * Of `payments`: taken, and not taken back by the buyer's bank, which is contested without a dispute (B116). Less what was given
 * back, its amount is a sale.
 */
export const isSale = sql<boolean>`payments.status = 'completed'
  and not (payments.disputed and not exists (select from disputes where disputes.payment_id = payments.id))`
