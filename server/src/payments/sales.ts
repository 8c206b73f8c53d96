import { sql } from 'kysely'

/** Captured, not reversed, and in the shop's present currency, so that sums have one currency. */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency())`
