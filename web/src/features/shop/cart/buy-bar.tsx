import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { Price } from '../../../ui/values/price.tsx'
import { StockNote } from '../../../ui/values/stock-note.tsx'
import type { Purchase } from './use-purchase.ts'

interface BuyBarProps {
  purchase: Purchase
  /** Of the present choice: units in stock, and whether the variants that can still be chosen differ in price. */
  shown: { stock: number; isBeforeChoice: boolean; isFrom: boolean }
  /** The options that were asked for and have no value yet. */
  asked: readonly string[]
  isShown: boolean
}

/** On small screens: price and button at the bottom while the page's own button is out of view. */
export function BuyBar({ purchase, shown, asked, isShown }: BuyBarProps) {
  const { product, held, available, add } = purchase

  return (
    <div className={cx('buy-bar transition duration-200 lg:hidden', !isShown && 'invisible translate-y-2 opacity-0')}>
      <div className="grid grow basis-24">
        <span>
          {shown.isFrom && <span>from </span>}
          <Price product={product} />
        </span>
        {asked.length > 0 ? (
          <p className="type-small wrap-anywhere text-danger">{`Choose ${asked.join(' and ')}`}</p>
        ) : held > 0 && available < 1 ? (
          <p className="type-small text-ink-2">{`All ${held} in your cart`}</p>
        ) : (
          <StockNote stock={shown.stock} isBeforeChoice={shown.isBeforeChoice} />
        )}
      </div>
      <Button variant="primary" className="h-12! max-w-72 grow" disabled={available < 1} onClick={add}>
        Add to cart
      </Button>
    </div>
  )
}
