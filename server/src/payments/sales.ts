import { sql } from 'kysely'

/**
 * A condition on `payments`: captured, not reversed by a chargeback, and in the shop's present currency, so that sums
 * have one currency. The amount less its refunds is a sale.
 */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency())`
