import { sql } from 'kysely'

/** Of `payments`: taken, and not taken back by the buyer's bank (B116). Less what was given back, its amount is a sale. */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null`
