import type { OwnData } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { listFullOrders } from '../orders/orders.repository.ts'
import { listPaymentsOf } from '../payments/payments.repository.ts'
import { listAddressesOf } from '../users/addresses.repository.ts'
import { findOwnProfile, listOwnEvents, listOwnReviews, listOwnSessions } from './own-data.repository.ts'

/** Everything that the shop knows of a person, for themselves to keep. */
export async function gatherOwnData(db: Database, userId: string): Promise<OwnData> {
  return {
    profile: await findOwnProfile(db, userId),
    addresses: await listAddressesOf(db, userId),
    orders: await listFullOrders(db, userId),
    payments: await listPaymentsOf(db, userId),
    reviews: await listOwnReviews(db, userId),
    sessions: await listOwnSessions(db, userId),
    events: await listOwnEvents(db, userId),
  }
}
