import { sql } from 'kysely'

/**
 * Of `payments`: captured, and not reversed by a chargeback (B116). Less its refunds, its amount is a sale. Sums are of one currency: the
 * shop's present one.
 */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency())`
