import { endHold } from '../orders/hold-for-payment.ts'
import { findPayableOrder } from '../orders/order-payment.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { applyRefund } from './apply-refund.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import { type Gateways, gatewaysOf } from './gateways/gateways.ts'
import { type Attempt, claimDueAttempts, closeAttempt } from './payment-attempts.repository.ts'
import { claimPaymentsToCheck, planNextCheck, recallFarChecks } from './payment-checks.repository.ts'
import { claimDuePayments } from './payments.repository.ts'
import { processEvent } from './process-event.ts'
import { askForAccount, haveKeysWorked } from './provider-accounts.repository.ts'
import { reconcileLatePayment } from './reconcile-late-payment.ts'
import { claimDueRefunds, type RefundRow } from './refunds.repository.ts'
import { submitWaitingRefund } from './submit-refunds.ts'
import { listWaitingEvents } from './webhook-events.repository.ts'

interface Log {
  warn(details: object, message: string): void
}

const MOST = 25
const MOST_ROUNDS = 20

/** Results may be unrecorded because browser, shop or provider failed; each item is claimed by one instance. */
export async function reconcile(db: Database, { all }: Gateways, log: Log): Promise<void> {
  await recallFarChecks(db)
  for (const gateway of all) {
    await learnAccount(db, gateway, log)
    await reconcileOne(db, gateway, log)
  }
}

/** The provider is asked from the start on, until it has answered with these keys. */
async function learnAccount(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  if (await haveKeysWorked(db, gateway)) return
  await askForAccount(db, gateway).catch(err =>
    log.warn({ err }, `${gateway.displayName} does not answer with the keys of this shop; it is asked again`),
  )
}

async function reconcileOne(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  for (let round = 1, isMore = true; isMore && round <= MOST_ROUNDS; round++)
    isMore = await reconcileSome(db, gateway, log)
  await checkCompletedPayments(db, gateway, log)
}

async function reconcileSome(db: Database, gateway: PaymentGateway, log: Log): Promise<boolean> {
  let isMore = false
  let hasFailed = false
  async function each<Item>(items: Item[], work: (item: Item) => Promise<void>) {
    isMore ||= items.length === MOST
    for (const item of items) {
      await work(item).catch(err => {
        hasFailed = true
        log.warn({ err }, 'a payment could not be reconciled; it will be tried again')
      })
    }
  }

  await each(await claimDueAttempts(db, gateway.name, MOST), attempt =>
    attempt.sessionId ? reconcileAttempt(db, gateway, attempt.id, attempt.sessionId) : closeUnlessPending(db, attempt),
  )
  await each(await claimDuePayments(db, gateway.name, MOST), payment =>
    reconcileLatePayment(db, gateway, payment.transaction_id),
  )
  await each(await claimDueRefunds(db, gateway.name, MOST), refund => finishRefund(db, gateway, refund))
  await each(await listWaitingEvents(db, gateway.name, MOST), event => processEvent(db, gateway, event))
  return isMore && !hasFailed
}

/** Refunds made at the provider are known by events only, which some shops never receive. */
async function checkCompletedPayments(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  for (const { id, provider_order_id } of await claimPaymentsToCheck(db, gateway, MOST)) {
    await reconcileLatePayment(db, gateway, provider_order_id).then(
      () => planNextCheck(db, id),
      err => log.warn({ err }, 'a completed payment could not be looked up; it will be tried again'),
    )
  }
}

/** Throws, and leaves the order held, while the provider's result is ambiguous. */
async function reconcileAttempt(db: Database, gateway: PaymentGateway, id: string, sessionId: string): Promise<void> {
  await reconcileLatePayment(db, gateway, sessionId)
  await endHold(db, id)
}

/** No buyer was sent to such an attempt; a pending order keeps it. */
async function closeUnlessPending(db: Database, { id, orderId }: Attempt): Promise<void> {
  const order = await findPayableOrder(db, orderId)
  if (order?.status !== 'pending') await closeAttempt(db, id)
}

async function finishRefund(db: Database, gateway: PaymentGateway, refund: RefundRow): Promise<void> {
  if (refund.state === 'queued' || refund.provider_refund_id === null)
    return submitWaitingRefund(db, gatewaysOf(gateway), refund.id)
  const found = await gateway.retrieveRefund(refund.provider_refund_id)
  if (found) await applyRefund(db, gateway, found)
}
