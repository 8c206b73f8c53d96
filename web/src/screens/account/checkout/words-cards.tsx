import { paths } from '@mela/contract'
import type { Cart } from '../../../shared/cart/cart.store.ts'
import { wordsOf } from '../../../shared/cart/change-cart.ts'
import { CheckoutCard } from './checkout-card.tsx'

/** What goes with the order: it may have been typed for an earlier one. */
export function WordsCards({ cart }: { cart: Cart }) {
  const { note, giftText } = wordsOf(cart)
  const words = { 'Gift text': giftText, 'Note for the shop': note }

  return Object.entries(words).map(
    ([title, text]) =>
      text && (
        <CheckoutCard key={title} title={title} change={{ to: paths.cart, label: `Change ${title.toLowerCase()}` }}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
            {text}
          </p>
        </CheckoutCard>
      ),
  )
}
