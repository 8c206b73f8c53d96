import { type Order, type PaymentGatewayName, type PaymentProblem, paymentProblems } from '@mela/contract'
import { sql } from 'kysely'
import { findPayableOrder, isPayable, type PayableOrder } from '../orders/move-order.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { conflict, unavailable } from '../platform/http/errors.ts'
import {
  areKeysWrong,
  type Charge,
  GatewayError,
  type OpenedSession,
  type PaymentGateway,
  type Snapshot,
} from './gateways/gateway.ts'

const fields = [
  'id',
  'number',
  'gateway',
  'state',
  'provider_order_id as sessionId',
  'approve_url as approveUrl',
  // Empty when the provider named none; null for sessions from before it was kept.
  'account_email as accountEmail',
  'capture_try as captureTry',
  'declines',
  'order_id as orderId',
  'created_at as at',
  'network_hash as network',
] as const

export type Attempt = Awaited<ReturnType<typeof openAttempt>>

type Payable = { id: string; payableCents: number }

/** What the buyer agreed to before there was an order. */
export interface ApprovedSession {
  sessionId: string
  accountEmail?: string | undefined
}

/**
 * Two tabs share the one open attempt of an order, which must be locked; without one, the one that was left goes on. An
 * approved session becomes that of one order: throws a `conflict` for another.
 */
export async function openAttempt(
  db: Transaction,
  gateway: PaymentGatewayName,
  order: Payable,
  network: Buffer,
  { approved, left }: { approved?: ApprovedSession | undefined; left?: { id: string } | undefined } = {},
) {
  const open = await findOpenAttempt(db, order.id)
  if (open) return open
  if (left) return reopenAttempt(db, left)

  const attempt = await nextAttempt(db, gateway, order)
  const session = approved && { provider_order_id: approved.sessionId, account_email: approved.accountEmail ?? '' }
  return db
    .insertInto('payment_attempts')
    .values({ ...attempt, network_hash: network, ...session })
    .returning(fields)
    .executeTakeFirstOrThrow()
    .catch(error => {
      throw violates(error, 'payment_attempts_gateway_provider_order_id_key') ? foreignPayment() : error
    })
}

function reopenAttempt(db: Transaction, { id }: { id: string }) {
  const attempt = db.updateTable('payment_attempts').set({ state: 'open' }).where('id', '=', id)
  return attempt.returning(fields).executeTakeFirstOrThrow()
}

/** In test mode a session that the emulator has taken over counts as opened here. */
export async function insertAdoptedAttempt(
  db: Transaction,
  gateway: PaymentGatewayName,
  order: Payable,
  sessionId: string,
): Promise<void> {
  await db
    .insertInto('payment_attempts')
    .values({ ...(await nextAttempt(db, gateway, order)), provider_order_id: sessionId, state: 'closed' })
    .onConflict(known => known.columns(['gateway', 'provider_order_id']).doNothing())
    .execute()
}

async function nextAttempt(db: Transaction, gateway: PaymentGatewayName, { id, payableCents }: Payable) {
  const attempts = db.selectFrom('payment_attempts').where('order_id', '=', id)
  const { last } = await attempts.select(all => all.fn.max('number').as('last')).executeTakeFirstOrThrow()
  return { id: newId(), order_id: id, gateway, number: (last ?? 0) + 1, amount_cents: payableCents }
}

const attempts = (db: Database) => db.selectFrom('payment_attempts').select(fields)

export const findOpenAttempt = (db: Database, orderId: string) =>
  attempts(db).where('order_id', '=', orderId).where('state', '=', 'open').executeTakeFirst()

/** Leaves out express payments, to which their buyers agreed before there was an order. */
export const findLastAttempt = (db: Database, gateway: PaymentGatewayName, orderId: string) =>
  attempts(db)
    .where('order_id', '=', orderId)
    .where('gateway', '=', gateway)
    .where('approve_url', 'is not', null)
    .orderBy('number', 'desc')
    .executeTakeFirst()

export const findAttempt = (db: Database, gateway: PaymentGatewayName, sessionId: string) =>
  attempts(db).where('gateway', '=', gateway).where('provider_order_id', '=', sessionId).executeTakeFirst()

/** A provider may show a declined payment as approved still: only its buyer can tell whether that is a new approval. */
export const isFreshlyApproved = ({ state, isTaken }: Snapshot, attempt: Attempt | undefined) =>
  state === 'approved' && (isTaken || !attempt || attempt.captureTry === 1)

/** An attempt in which another tab has opened a session meanwhile stays open. */
export async function closeAttempt(db: Database, { id, sessionId }: Pick<Attempt, 'id' | 'sessionId'>): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ state: 'closed' })
    .where('id', '=', id)
    .where('provider_order_id', 'is not distinct from', sessionId)
    .execute()
}

export interface Session {
  /** A session opened elsewhere has the order that it names. */
  orderId: string
  attempt: Attempt | undefined
  account: string
}

/** Undefined for no order of the shop. Throws a GatewayError while the shop's account is unknown. */
export async function findSession(db: Database, gateway: PaymentGateway, { sessionId, orderRef }: Snapshot) {
  const attempt = await findAttempt(db, gateway.name, sessionId)
  const orderId = attempt?.orderId ?? (orderRef && (await findPayableOrder(db, orderRef))?.id)
  return orderId ? { orderId, attempt, account: await requireShopAccount(db, gateway) } : undefined
}

type Keys = Pick<PaymentGateway, 'name' | 'clientId' | 'enteredAccount' | 'retrieveAccount'>

export async function findShopAccount(db: Database, gateway: Keys): Promise<string | undefined> {
  if (gateway.enteredAccount !== undefined) return gateway.enteredAccount
  const kept = await findAnswer(db, gateway)
  return kept?.account ?? (await askForAccount(db, gateway))
}

/** Throws a GatewayError when no account is known: no payment can then be told from a foreign one. */
export async function requireShopAccount(db: Database, gateway: Keys): Promise<string> {
  const account = await findShopAccount(db, gateway)
  if (account === undefined)
    throw new GatewayError('config', 'ACCOUNT_UNKNOWN', undefined, 'Enter beside the keys whose account it is.')
  return account
}

/** Notes what the provider answers. Throws a GatewayError when it refuses the keys, which is noted, or does not answer. */
export async function askForAccount(db: Database, gateway: Keys): Promise<string | undefined> {
  const account = await gateway.retrieveAccount().catch(async error => {
    if (error instanceof GatewayError && areKeysWrong(error)) await noteAnswer(db, gateway, { is_refused: true })
    throw error
  })
  await noteAnswer(db, gateway, { account: account ?? null, is_refused: false })
  return account
}

/** Keys belong to one account, so an answer that names none, and a refusal, leave the one that is known. */
async function noteAnswer(
  db: Database,
  { name: gateway, clientId: client_id }: Keys,
  { account = null, is_refused }: { account?: string | null; is_refused: boolean },
) {
  const answer = { client_id, is_refused, answered_at: sql<Date>`now()` }
  const known = (column: 'account' | 'payment_refusal') =>
    sql<
      string | null
    >`case when provider_accounts.client_id = ${client_id} then ${sql.ref(`provider_accounts.${column}`)} end`
  await db
    .insertInto('provider_accounts')
    .values({ gateway, account, ...answer })
    .onConflict(row =>
      row.column('gateway').doUpdateSet({
        ...{ account: sql`coalesce(${account}, ${known('account')})`, payment_refusal: known('payment_refusal') },
        ...answer,
      }),
    )
    .execute()
}

const answersTo = (db: Database, { name, clientId }: Pick<Keys, 'name' | 'clientId'>) =>
  db.selectFrom('provider_accounts').where('gateway', '=', name).where('client_id', '=', clientId)

export const findAnswer = (db: Database, keys: Pick<Keys, 'name' | 'clientId'>) =>
  answersTo(db, keys).select(['account', 'answered_at', 'is_refused']).executeTakeFirst()

export async function listRefusals(db: Database, gateways: readonly PaymentGateway[]) {
  return Promise.all(
    gateways.map(async gateway => {
      const found = await answersTo(db, gateway).select(['is_refused', 'payment_refusal']).executeTakeFirst()
      const isRefusing = found?.is_refused ?? false
      return { gateway, isRefusing, paymentRefusal: isRefusing ? '' : (found?.payment_refusal ?? '') }
    }),
  )
}

/** Opens a payment. Notes what the provider says against the shop, which the next payment that opens clears. */
export async function openNoted(db: Database, keys: Keys, open: () => Promise<OpenedSession>): Promise<OpenedSession> {
  const openForShop = async () => requireAccount(await requireShopAccount(db, keys), await open())
  const opened = await openForShop().catch(async error => {
    const isAboutShop = error instanceof GatewayError && ['config', 'rejected'].includes(error.kind)
    if (isAboutShop && error.issue !== AMOUNT_TOO_SMALL) await noteRefusal(db, keys, error)
    throw error
  })
  await noteRefusal(db, keys, null)
  return opened
}

/** What goes to another account counts for no order: the owner has mistyped it beside the keys. */
function requireAccount(account: string, opened: OpenedSession): OpenedSession {
  if (opened.account === undefined || opened.account === account) return opened
  const explanation = `These keys are of ${opened.account}, and ${account} was entered beside them.`
  throw new GatewayError('config', 'OTHER_ACCOUNT', undefined, explanation)
}

export async function noteRefusal(db: Database, keys: Keys, error: GatewayError | null): Promise<void> {
  const payment_refusal = error && (error.description ?? error.issue ?? error.kind)
  await db
    .updateTable('provider_accounts')
    .set({ payment_refusal })
    .where('gateway', '=', keys.name)
    .where('client_id', '=', keys.clientId)
    .where('payment_refusal', 'is distinct from', payment_refusal)
    .execute()
}

export const AMOUNT_TOO_SMALL = 'amount_too_small'

/** The buyer's browser may have changed payee, amount and reference since the shop opened the session. */
export function problemBeforeCapture(order: PayableOrder, snapshot: Snapshot, session: Session): PaymentProblem | null {
  const payee = problemOfPayee(snapshot, session)
  if (payee) return payee
  if (!isTotalOf(order, snapshot.amount)) return paymentProblems.changedAmount
  return session.attempt && snapshot.orderRef === order.id ? null : paymentProblems.changed
}

/** `ownPaymentId` already records this charge. A cancelled order's pending payment counts, and is refunded later. */
export function problemOfCharge(
  order: PayableOrder,
  snapshot: Snapshot & { charge: Charge },
  session: Session,
  ownPaymentId: string | undefined,
): PaymentProblem | null {
  const { charge } = snapshot
  if (charge.state === 'failed') return null
  const payee = problemOfPayee(snapshot, session)
  if (payee) return payee
  // More than is to pay is another sale, or sent to be returned: staff decide.
  if (!session.attempt && !isUpToTotalOf(order, charge.amount)) return paymentProblems.higherSession
  if (!isTotalOf(order, charge.amount)) return paymentProblems.amount
  if (snapshot.orderRef !== order.id) return paymentProblems.reference

  const isLinked = order.paymentId !== null && order.paymentId === ownPaymentId
  if (order.paymentId !== null && !isLinked) return paymentProblems.duplicate

  const mayArrive = isLinked || (charge.state === 'pending' && order.status === 'cancelled')
  if (!isPayable(order) && !(mayArrive && order.status !== 'refunded')) return paymentProblems.order
  return session.attempt ? null : paymentProblems.session
}

/** Only what goes to the shop in one piece and at once is the shop's to capture or to return. */
function problemOfPayee(
  { account, isOwn, accountEmail, units, isShared }: Snapshot,
  session: Session,
): PaymentProblem | null {
  if (units !== 1) return paymentProblems.units
  if (isShared) return paymentProblems.shared
  const opened = session.attempt?.accountEmail ?? accountEmail
  if (accountEmail !== undefined && accountEmail !== opened) return paymentProblems.account
  return account === session.account || (account === undefined && isOwn) ? null : paymentProblems.account
}

const isTotalOf = ({ payableCents, currency }: PayableOrder, amount: Snapshot['amount']) =>
  amount?.cents === payableCents && amount.currency === currency

const isUpToTotalOf = ({ payableCents, currency }: PayableOrder, amount: Charge['amount']) =>
  amount.cents <= payableCents && amount.currency === currency

/** Undefined where nothing is delivered. */
export const shipToOf = ({ products, shippingAddress }: Pick<Order, 'products' | 'shippingAddress'>) =>
  products.every(({ gifts }) => gifts) ? undefined : shippingAddress

export const foreignPayment = () => conflict('This payment belongs to another order.', 'payment_of_other_order')

export const noLongerPayable = () => conflict('This order can no longer be paid.', 'order_not_payable')

export function providerTrouble(error: unknown): never {
  throw error instanceof GatewayError ? unavailable(error) : error
}
