import type { PricingRules } from '@mela/contract'
import { findLastChange } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { SUBJECT } from '../shop/settings.ts'

/** By which version of the settings an order was priced, and who had set its rules. */
export async function showPricingRules(db: Database, orderId: string): Promise<PricingRules> {
  const orders = db.selectFrom('orders').select(['created_at', 'settings_version as version'])
  const order = await orders.where('id', '=', orderId).executeTakeFirst()
  if (!order) throw notFound('Order not found.')
  const changeOf = async (group: string) => {
    const change = await findLastChange(db, SUBJECT, `${group}.`, order.created_at)
    return change ? { at: change.at, actor: change.actor } : null
  }
  return { version: order.version, tax: await changeOf('money'), delivery: await changeOf('delivery') }
}
