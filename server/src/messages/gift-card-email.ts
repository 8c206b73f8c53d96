import { formatPrice, fromCents, LINK, paths, type ShopSettings } from '@mela/contract'
import { isUsable } from '../orders/gift-cards/find-gift-cards.ts'
import { hashCode, makeCode } from '../orders/gift-cards/gift-card-codes.ts'
import type { Database } from '../platform/database/database.ts'
import { html } from '../platform/mail/html.ts'
import type { Env } from '../platform/runtime/env.ts'
import { button, type Draft, longDay, smallPrint } from './layout.ts'

interface Facts {
  db: Database
  env: Env
  shop: ShopSettings
}

/** The email alone holds the code. Undefined when the card cannot be used any more. */
export async function draftOfGiftCard({ db, env, shop }: Facts, id: string): Promise<Draft | undefined> {
  const card = await findCard(db, id)
  if (!card?.isUsable) return undefined
  const code = makeCode(env, id)
  await giveCode(db, id, code)
  const value = formatPrice(fromCents(card.balanceCents), card.currency)
  const { message, expiresAt } = card
  const spelled = spellCode(code)
  return {
    subject: `A gift card of ${value} for ${shop.name}`,
    preview: `Its code is inside. Use it at ${shop.name} whenever you like.`,
    heading: `${value} to spend.`,
    parts: [
      'Hello,',
      `Here is a gift card for ${shop.name}. Enter its code at the checkout; what you do not spend stays on the card.`,
      ...(message === null || LINK.test(message)
        ? []
        : [
            {
              html: html`<p class="quiet" dir="auto" style="white-space: pre-line">“${message.replace(/\s*\n\s*/g, '\n')}”</p>`,
              text: `“${message}”`,
            },
          ]),
      {
        html: html`<p class="action"><strong style="font-size:22px;letter-spacing:1px">${spelled}</strong></p>`,
        text: spelled,
      },
      button('Start shopping', new URL(paths.home, env.publicUrl).href),
      ...(expiresAt === null ? [] : [`It can be used until ${longDay(expiresAt.getTime() - 1, shop.timeZone)}.`]),
      smallPrint(
        `Keep this email: who knows the code can spend the card. What is left: ${new URL(paths.giftCards, env.publicUrl).href}`,
      ),
    ],
    reason: `You get this because a gift card for ${shop.name} was made for this address.`,
  }
}

export async function findGiftCardRecipient(db: Database, id: string) {
  const card = await db
    .selectFrom('gift_cards')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('users', join => join.onRef('users.id', '=', 'orders.user_id').on('users.deleted_at', 'is', null))
    .select(({ fn }) => fn.coalesce('recipient_email', 'users.email').as('email'))
    .where('gift_cards.id', '=', id)
    .executeTakeFirst()
  return card?.email ?? undefined
}

const findCard = (db: Database, id: string) =>
  db
    .selectFrom('gift_cards')
    .select(['balance_cents as balanceCents', 'currency', 'message', 'expires_at as expiresAt'])
    .select(isUsable.as('isUsable'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Another key would make another code, with which a card that was sent already must not be found. */
async function giveCode(db: Database, id: string, code: string): Promise<void> {
  const hash = hashCode(code)
  await db
    .updateTable('gift_cards')
    .set({ code_hash: hash, last_four: code.slice(-4) })
    .where('id', '=', id)
    .where('code_hash', 'is', null)
    .execute()
  const known = await db.selectFrom('gift_cards').select('code_hash').where('id', '=', id).executeTakeFirst()
  if (!known?.code_hash?.equals(hash))
    throw new Error(`The code of the gift card ${id} was made with another key than the shop has now.`)
}

const spellCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')
