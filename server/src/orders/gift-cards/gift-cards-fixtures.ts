import type { FullGiftCard } from '@mela/contract'
import { expect } from 'vitest'
import type { Person, startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'

/** Staff actions for tests of gift cards. */
export function giftCardsOf(shop: ReturnType<typeof startShop>, admin: Person) {
  const make = async (given: object = {}): Promise<FullGiftCard> =>
    (await shop.post('/gift-cards', { amount: 50, recipient: 'friend@example.com', ...given }, admin)).data

  /** As its email spells it. */
  async function codeOf(card: string): Promise<string> {
    const email = await emailNow(shop, { kind: 'gift-card', giftCard: card })
    const [code] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(email?.text ?? '') ?? []
    if (!code) throw new Error(`The gift card ${card} has no email.`)
    return code
  }

  return {
    make,
    codeOf,

    /** A card with its code. */
    async aCode(amount: number) {
      const { _id: card } = await make({ amount })
      return { card, code: await codeOf(card) }
    },

    ledgerOf: (card: string) =>
      shop.db.selectFrom('gift_card_ledger').selectAll().where('gift_card_id', '=', card).orderBy('id').execute(),

    /** The balance in cents, which must equal the ledger's sum. */
    async balanceOf(card: string): Promise<number> {
      const { balance_cents } = await shop.db
        .selectFrom('gift_cards')
        .select('balance_cents')
        .where('id', '=', card)
        .executeTakeFirstOrThrow()
      const ledger = await shop.db
        .selectFrom('gift_card_ledger')
        .select('delta_cents')
        .where('gift_card_id', '=', card)
        .execute()
      expect(ledger.reduce((sum, { delta_cents }) => sum + delta_cents, 0)).toBe(balance_cents)
      return balance_cents
    },
  }
}
