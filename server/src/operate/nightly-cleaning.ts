import { anonymiseDueOrders } from '../accounts/anonymise-orders.ts'
import { forgetOldImports } from '../catalog/import/imports.repository.ts'
import { forgetUnusedSets } from '../catalog/search/option-sets.repository.ts'
import { forgetOrderAddresses } from '../orders/order-limits.ts'
import { forgetOldEvents } from '../payments/webhook-events.repository.ts'
import { deleteExpiredChanges } from '../people/email-changes.repository.ts'
import { deleteUnusedDevices } from '../people/known-devices.repository.ts'
import { deleteExpiredSessions } from '../people/sessions.repository.ts'
import { deleteExpiredTokens } from '../people/tokens.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteOldKeys } from '../platform/http/idempotency-keys.ts'
import { forgetOldAttempts } from '../platform/limits/attempts.repository.ts'
import { forgetWithheld } from '../platform/mail/withheld-emails.repository.ts'

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
  // It comes last, as it fails where a transaction holds the sets.
  await forgetUnusedSets(db)
}
