import {
  type BodyOf,
  type Calls,
  type FullGiftCard,
  formatPrice,
  fromCents,
  type PaymentMode,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { midnight } from '../../platform/database/days.ts'
import { newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, invalid } from '../../platform/http/errors.ts'
import { claimKey } from '../../platform/http/idempotency-keys.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import { blockOf, TEST_ORDERS } from './find-gift-cards.ts'
import { bookOnCards } from './gift-card-ledger.ts'
import { insertGiftCards } from './issue-gift-cards.ts'
import { holdOf, noSuchCard, showGiftCard } from './read-gift-cards.ts'

export async function makeGiftCard(
  db: Database,
  actor: string,
  currency: string,
  input: BodyOf<Calls['POST /gift-cards']>,
  key?: string,
) {
  const { amount, recipient, message = null, expiresOn } = input
  const id = newId()
  const initial_cents = toCents(amount)
  const earlierId = await transact(db, async db => {
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'gift-card', request: input, id })
    if (earlierId) return earlierId
    const card = { id, made_by: actor, initial_cents, currency, recipient_email: recipient, message }
    await insertGiftCards(db, [{ ...card, expires_at: expiresOn ? sql<Date>`${midnight(expiresOn, 1)}` : null }], actor)
    if (expiresOn && (await lockCard(db, id)).isExpired) throw invalid({ expiresOn: 'This day is over.' })
    const after = { amount: fromCents(initial_cents), currency, expiresOn: expiresOn ?? null }
    await recordAudit(db, { actor, action: 'gift-card.created', subject: `gift-card:${id}`, after })
  })
  return showGiftCard(db, earlierId ?? id)
}

export async function adjustGiftCard(
  db: Database,
  actor: string,
  id: string,
  { amount, note }: BodyOf<Calls['POST /gift-cards/:id/adjustments']>,
  key?: string,
): Promise<FullGiftCard> {
  await transact(db, async db => {
    const request = { id, amount, note }
    if (await claimKey(db, { userId: actor, key, kind: 'gift-card', request, id })) return
    const { balanceCents, currency, isExpired } = await lockCard(db, id)
    if (isExpired) throw invalid({ amount: 'This card has expired: please make a new one.' })
    const cents = toCents(amount)
    if (balanceCents + cents < 0)
      throw invalid({ amount: `Only ${formatPrice(fromCents(balanceCents), currency)} is left on this card.` })
    await bookOnCards(db, [{ card: id, cents }], { reason: 'adjust', actorId: actor, note })
    const [before, after] = [{ balance: fromCents(balanceCents) }, { balance: fromCents(balanceCents + cents) }]
    await recordAudit(db, { actor, action: 'gift-card.adjusted', subject: `gift-card:${id}`, before, after })
  })
  return showGiftCard(db, id)
}

/** A deactivated card keeps its balance, which cannot be spent. */
export async function setGiftCardActive(
  db: Database,
  actor: string,
  id: string,
  { isActive, mode }: { isActive: boolean; mode: PaymentMode },
) {
  await transact(db, async db => {
    const card = await lockCard(db, id)
    if (card.isActive === isActive) return
    if (isActive && mode === 'live') await refuseTestMoney(db, id)
    await db.updateTable('gift_cards').set({ is_active: isActive }).where('id', '=', id).execute()
    const [before, after] = [{ isActive: card.isActive }, { isActive }]
    await recordAudit(db, { actor, action: 'gift-card.updated', subject: `gift-card:${id}`, before, after })
  })
  return showGiftCard(db, id)
}

/** A live shop does not open with such a card. */
async function refuseTestMoney(db: Transaction, id: string): Promise<void> {
  const { rows } = await sql`with recursive ${TEST_ORDERS}
    select from gift_cards join test_orders on test_orders.id = order_id where gift_cards.id = ${id}`.execute(db)
  if (rows.length > 0)
    throw conflict('This gift card was bought with test money, so it stays off.', 'action_not_allowed')
}

/** A recipient that is given replaces the card's; the code stays. */
export async function sendGiftCard(db: Database, actor: string, id: string, recipient?: string): Promise<void> {
  await transact(db, async db => {
    const { block, isExpired, balanceCents, recipient: present, isBuyerThere } = await lockCard(db, id)
    if (balanceCents === 0) throw conflict('Nothing is left on this card, so it is not sent.', 'action_not_allowed')
    if (block || isExpired) {
      const message = `This gift card cannot be used, so it is not sent. ${holdOf(block) ?? ''}`.trim()
      throw conflict(message, 'action_not_allowed')
    }
    if (!recipient && !present && !isBuyerThere)
      throw invalid({ recipient: 'Its buyer has closed the account. Please type an address.' })
    const isCorrected = recipient !== undefined && recipient !== present
    if (isCorrected)
      await db.updateTable('gift_cards').set({ recipient_email: recipient }).where('id', '=', id).execute()
    await enqueueEmail(db, { kind: 'gift-card', giftCard: id })
    const action = isCorrected ? 'gift-card.recipient-corrected' : 'gift-card.sent'
    await recordAudit(db, { actor, action, subject: `gift-card:${id}` })
  })
}

async function lockCard(db: Transaction, id: string) {
  const card = await db
    .selectFrom('gift_cards')
    .select(['balance_cents as balanceCents', 'currency', 'is_active as isActive', 'recipient_email as recipient'])
    .select([sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'), blockOf.as('block')])
    .select(
      sql<boolean>`exists (
        select from orders join users on users.id = user_id and users.deleted_at is null where orders.id = order_id)`.as(
        'isBuyerThere',
      ),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!card) throw noSuchCard()
  return card
}
