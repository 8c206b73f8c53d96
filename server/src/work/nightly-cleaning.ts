import { anonymiseDueOrders } from '../account/anonymise-orders.ts'
import { deleteExpiredTokens } from '../auth/tokens.repository.ts'
import type { Database } from '../database/database.ts'
import { deleteOldKeys } from '../http/idempotency-keys.ts'
import { forgetOldImports } from '../imports/imports.repository.ts'
import { forgetOldAttempts } from '../limits/attempts.repository.ts'
import { forgetWithheld } from '../mail/withheld-emails.repository.ts'
import { forgetOrderAddresses } from '../orders/order-limits.ts'
import { forgetOldEvents } from '../payment-records/webhook-events.repository.ts'
import { forgetUnusedSets } from '../search/option-sets.repository.ts'
import { deleteUnusedDevices } from '../sessions/known-devices.repository.ts'
import { deleteExpiredSessions } from '../sessions/sessions.repository.ts'
import { deleteExpiredChanges } from '../users/email-changes.repository.ts'

/** Once a night: deletes expired rows. */
export async function cleanUp(db: Database): Promise<void> {
  await deleteExpiredTokens(db)
  await deleteExpiredChanges(db)
  await forgetOldAttempts(db)
  await deleteOldKeys(db)
  await forgetOrderAddresses(db)
  await deleteExpiredSessions(db)
  await deleteUnusedDevices(db)
  await forgetOldEvents(db)
  await forgetOldImports(db)
  await forgetWithheld(db)
  await anonymiseDueOrders(db)
  // Last, as it fails where a transaction holds the sets.
  await forgetUnusedSets(db)
}
