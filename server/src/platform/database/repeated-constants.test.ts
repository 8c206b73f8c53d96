import {
  adjustmentKinds,
  disputeActions,
  disputeStates,
  isOpenDispute,
  isRefundOwed,
  liveEvent,
  orderStatuses,
  paymentModes,
  paymentProblems,
  paymentStatuses,
  RATING_STARS,
  ROW_KINDS,
  refundStates,
  roles,
} from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { ROUND_AMOUNTS } from '../../catalog/search/show-facets.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { newId } from './ids.ts'

const shop = startShop()

/** The check of one column, as PostgreSQL prints it. */
async function checkOf(column: string): Promise<string> {
  const [table = '', name = ''] = column.split('.')
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    where contype = 'c' and conrelid = ${table}::regclass and attname = ${name}`.execute(shop.db)
  return rows.map(({ text }) => text).join()
}

// A migration is never edited, so it cannot read these from the code, which changes.
describe('what SQL and TypeScript both name', () => {
  it.each<[column: string, values: readonly string[]]>([
    ['dispute_answers.action', disputeActions],
    ['disputes.state', disputeStates],
    ['import_rows.kind', ROW_KINDS],
    ['order_adjustments.kind', adjustmentKinds],
    ['orders.status', orderStatuses],
    ['payments.gateway_mode', paymentModes],
    ['payments.status', paymentStatuses],
    ['refunds.state', refundStates],
    ['users.role', [...roles, 'guest']],
  ])('%s takes the values of the contract', async (column, values) => {
    const check = await checkOf(column)

    expect([...check.matchAll(/'([^']+)'::text/g)].map(([, value]) => value).sort()).toEqual([...values].sort())
  })

  it('a review has as many stars as the contract says', async () => {
    expect(await checkOf('reviews.rating')).toContain(`rating <= ${RATING_STARS}`)
  })

  it('prices are in the same steps between round amounts', async () => {
    const { rows } = await sql<{ step: number }>`
      select price_step(cents + off) as step from unnest(${ROUND_AMOUNTS}::bigint[]) as cents, unnest(array[0, 1]) as off
      order by cents, off`.execute(shop.db)

    expect(rows.map(({ step }) => step)).toEqual(ROUND_AMOUNTS.flatMap((_, step) => [step, step]))
  })

  it('triggers announce the lists of the contract alone', async () => {
    const { rows } = await sql<{ list: Buffer }>`
      select distinct tgargs as list from pg_trigger where tgfoid = 'send_live_event'::regproc`.execute(shop.db)
    const events = rows.map(({ list }) => list.toString().replace('\0', ''))
    const lists = events.filter(event => !['order', 'payment', 'refund', 'dispute', 'low-stock'].includes(event))

    expect(lists).not.toEqual([])
    for (const what of lists) expect(liveEvent.safeParse({ kind: 'changed', what }).success, what).toBe(true)
  })

  it('a dispute is open in the same states', async () => {
    const words = { provider_reason: 'OTHER', provider_status: 'OTHER', provider_stage: 'INQUIRY' }
    const dispute = { gateway: 'paypal', ...words, amount_cents: 1, currency: 'USD' } as const
    const when = { opened_at: new Date(), updated_at: new Date() }

    for (const state of disputeStates) {
      const id = newId()
      const added = shop.db.insertInto('disputes').values({ id, provider_dispute_id: id, state, ...dispute, ...when })
      expect(await added.returning('is_open').executeTakeFirst(), state).toEqual({ is_open: isOpenDispute(state) })
    }
  })

  it('a payment with a problem is due for a refund where the shop holds its money', async () => {
    const { payment } = await buyersOf(shop).aPaidOrder()

    for (const [name, problem] of Object.entries(paymentProblems)) {
      const change = shop.db.updateTable('payments').set({ status: 'failed', problem }).where('id', '=', payment)
      const isDue = sql<boolean>`is_refund_due(payments)`.as('is_refund_due')
      expect(await change.returning(isDue).executeTakeFirst(), name).toEqual({
        is_refund_due: isRefundOwed({ status: 'failed', problem }),
      })
    }
  })
})
