import { paths } from '@mela/contract'
import type { Ref } from 'react'
import { Link } from '../../../lib/link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { QuantityStepper } from '../../../ui/controls/quantity-stepper.tsx'
import type { Purchase } from './use-purchase.ts'

interface BuyBoxProps {
  purchase: Purchase
  /** Ref of the add button, with which the page observes whether the button is in view. */
  buttonRef?: Ref<HTMLButtonElement>
}

export function BuyBox({ purchase, buttonRef }: BuyBoxProps) {
  const { product, held, available, quantity, setQuantity, add } = purchase

  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <QuantityStepper label={product.name} value={quantity} max={available} onChange={setQuantity} />
        <Button ref={buttonRef} variant="primary" className="h-11! grow" disabled={available < 1} onClick={add}>
          Add to cart
        </Button>
      </div>
      <p className="type-small flex min-h-9 items-center gap-2 text-ink-2" aria-live="polite">
        {held > 0 && (
          <>
            <span>{available < 1 ? `You have all ${held} in your cart` : `${held} in your cart`}</span>
            <Link to={paths.cart} className="py-2 text-ink underline underline-offset-3">
              View cart
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
