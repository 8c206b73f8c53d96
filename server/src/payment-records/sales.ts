import { sql } from 'kysely'

/** Of `payments`: captured, and not reversed by a chargeback (B116). Less its refunds, its amount is a sale. */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null`
