import { formatCount, formatPrice, type Product, paths, type ShopInfo, savedPerUnit } from '@mela/contract'
import { CalendarCheck, Mail, MapPin, ReceiptText, Truck } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { ExpressButtons } from '../../../gateways/express-buttons.tsx'
import { Link } from '../../../lib/link.tsx'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { productPictures } from '../../../lib/stored-product.ts'
import { useArrivalText } from '../../../shared/cart/arrival.tsx'
import {
  addToCart,
  type CartProduct,
  type GiftRecipient,
  giftProblems,
  heldGift,
  heldQuantity,
  isCartStored,
  lineName,
  typedGift,
  useCart,
} from '../../../shared/cart/cart.store.ts'
import { GiftFields } from '../../../shared/cart/gift-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { RenderedHtml } from '../../../ui/picture.tsx'
import { Price, StockNote, UnitPrice } from '../../../ui/price.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { toastError, toastSuccess, toastWarning } from '../../../ui/toast.tsx'
import type { ShownProduct } from './choice.ts'
import { OptionFields } from './option-fields.tsx'

interface ProductInfoProps {
  product: Product
  shown: ShownProduct
  purchase: Purchase
  buttonRef: Ref<HTMLButtonElement>
}

export function ProductInfo({ product, shown, purchase, buttonRef }: ProductInfoProps) {
  const { name, rating, description, formatted, sizeGuide, vendor } = product
  const { weight } = shown.product
  const about = product.seoDescription ?? excerpt(formatted?.text ?? description)
  const shopPromises = promisesOf(useShop(), product, useArrival())

  return (
    <div className="grid gap-4">
      <PageTitle title={product.seoTitle ?? name} description={about} />
      {vendor && (
        <p dir="auto" className="type-small -mb-2 text-ink-2">
          {vendor}
        </p>
      )}
      <h1 dir="auto" tabIndex={-1} className="type-product">
        {name}
      </h1>
      {rating.count > 0 && (
        <Link to={{ hash: '#reviews' }} className="-my-2 inline-flex w-fit items-center py-2 hover:underline">
          <Rating average={rating.average} count={rating.count} />
        </Link>
      )}
      <PriceRow shown={shown} />
      <OptionFields choice={shown.choice} pictures={productPictures(product)} sizeGuide={sizeGuide} />
      {product.isGiftCard && (
        <GiftFields
          gift={purchase.gift}
          problems={purchase.isGiftChecked ? giftProblems(purchase.gift) : {}}
          onChange={purchase.setGift}
        />
      )}
      <div className="grid gap-2.5">
        <BuyBox purchase={purchase} buttonRef={buttonRef}>
          {shown.isImpossible ? (
            <p className="type-small font-medium text-ink-3">Not available in this combination</p>
          ) : (
            <StockNote stock={shown.stock} isBeforeChoice={shown.isBeforeChoice} />
          )}
        </BuyBox>
        {!shown.isImpossible && shown.product.stock > 0 && <ExpressButtons prepare={purchase.prepare} />}
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {(product.isGiftCard ? GIFT_PROMISES : shopPromises).map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 py-3 text-[0.9375rem] text-ink-2">
            <Icon className="size-4.5" /> <span>{text}</span>
          </li>
        ))}
      </ul>
      <section aria-labelledby="description" className="grid gap-2 pt-3">
        <h2 id="description" className="font-serif text-2xl leading-tight">
          Description
        </h2>
        {formatted ? (
          <div dir="auto" className="prose max-w-[65ch] text-ink-2">
            <RenderedHtml html={formatted.html} />
          </div>
        ) : (
          <p dir="auto" className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">
            {description}
          </p>
        )}
        {weight && <p className="text-ink-2">{`Weight ${formatCount(weight)} g`}</p>}
      </section>
    </div>
  )
}

function PriceRow({ shown }: { shown: ShownProduct }) {
  const price = usePrice()
  const { product, isFrom, hasSavings, lowestPrice } = shown
  const saved = savedPerUnit(product)

  return (
    <div className="grid gap-1">
      <p className={cx('flex flex-wrap items-baseline gap-x-3 gap-y-1', hasSavings && 'min-h-13.5 content-start')}>
        <span>
          {isFrom && <span>from </span>}
          <Price product={product} size="page" />
        </span>
        {saved > 0 && (
          <span
            className={cx('type-small font-medium text-sale', hasSavings && 'w-full')}
          >{`You save ${price(saved)}`}</span>
        )}
      </p>
      <UnitPrice product={product} />
      {lowestPrice !== undefined && (
        <p className="type-small text-ink-2">{`Lowest price of the last 30 days: ${price(lowestPrice)}`}</p>
      )}
    </div>
  )
}

const GIFT_PROMISES = [{ icon: Mail, text: 'Sent by email as soon as it is paid' }]

/** Of the first zone, as the shipping prices; pricing the cart would add its code to the first view. */
function useArrival(): string {
  const [method] = useShop().zones[0]?.methods ?? []
  const text = useArrivalText()
  return method ? text(method) : ''
}

const promisesOf = (shop: ShopInfo, product: Product, arrival: string) =>
  [
    { icon: Truck, text: shippingNote(shop) },
    { icon: CalendarCheck, text: arrival },
    { icon: ReceiptText, text: taxNote(shop, product) },
    { icon: MapPin, text: shop.town && `Ships from ${shop.town}` },
  ].filter(({ text }) => text)

/** The tax of its class as text: '18% GST added at checkout'. Rates of single countries depend on the address. */
function taxNote({ taxClasses, taxPercent, taxName, taxIncluded }: ShopInfo, { taxClass }: Product) {
  const { percent } = taxClasses.find(({ name }) => name === taxClass) ?? { percent: taxPercent }
  if (percent === 0) return undefined
  const tax = `${percent}% ${taxName ?? 'tax'}`
  return taxIncluded ? `Price includes ${tax}` : `${tax} added at checkout`
}

/** Shipping prices of the first zone as text. The address may be in another zone, which the checkout shows. */
function shippingNote(shop: ShopInfo): string {
  const short = (amount: number) => formatPrice(amount, shop.currency).replace(/\.00$/, '')
  const methods = shop.zones[0]?.methods ?? []
  const prices = methods.flatMap(({ price, steps }) => [price, ...steps.map(step => step.price)])
  const price = (prices.length > 1 ? 'from ' : '') + short(Math.min(...prices))
  const limits = methods.flatMap(({ freeAbove }) => freeAbove ?? [])
  const where = shop.zones.length > 1 ? ` (${shop.zones[0]?.name})` : ''
  if (limits.length > 0) return `Free shipping over ${short(Math.min(...limits))}, otherwise ${price}${where}`
  return (Math.max(...prices) === 0 ? 'Free shipping' : `Shipping ${price}`) + where
}

function excerpt(text: string, length = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  return `${line.slice(0, length).replace(/[\s,;:.–-]*\s\S*$/, '')}…`
}

interface BuyBoxProps {
  purchase: Purchase
  buttonRef?: Ref<HTMLButtonElement>
  children?: Elements
}

/** What the cart holds is said beside the children, where it moves nothing. */
export function BuyBox({ purchase, buttonRef, children }: BuyBoxProps) {
  const { product, held, available, quantity, setQuantity, add } = purchase

  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4">
        {children}
        <p className="type-small -my-2 flex items-center gap-2 text-ink-2" aria-live="polite">
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
      <div className="flex flex-wrap items-start gap-3">
        <QuantityStepper label={product.name} value={quantity} max={available} onChange={setQuantity} />
        <Button ref={buttonRef} variant="primary" className="min-h-11! grow" disabled={available < 1} onClick={add}>
          Add to cart
        </Button>
      </div>
    </>
  )
}

export type Purchase = ReturnType<typeof usePurchase>

/** Milliseconds in which a second press is taken for the first: it adds nothing, and shows what was added. */
const DOUBLE_PRESS = 400

/** The chosen quantity, limited by stock and cart. `add` asks for a choice while no variant is chosen. */
export function usePurchase(product: CartProduct, askForChoice = () => {}) {
  const [chosen, setQuantity] = useState(1)
  const [typed, setGift] = useState<GiftRecipient>()
  const [isGiftChecked, setIsGiftChecked] = useState(false)
  const { items } = useCart()
  const held = heldQuantity(items, product.variant?._id)
  const heldFor = heldGift(items, product.variant?._id)
  const gift = typed ?? heldFor ?? {}
  const available = Math.max(0, product.stock - held)
  const quantity = Math.max(1, Math.min(chosen, available))

  const lastAdded = useRef({ variant: '', at: 0 })
  const lastFor = useRef<string>(undefined)
  const [added, setAdded] = useState<string>()

  /** Adds these units, takes over the recipient. False where something must be chosen first, which the page then says. */
  function put(units: number, isOther: (recipient: GiftRecipient) => boolean): boolean {
    if (!product.variant) {
      askForChoice()
      return false
    }
    const recipient = product.isGiftCard ? typedGift(gift) : undefined
    if (recipient === null) {
      setIsGiftChecked(true)
      return false
    }
    const isRefused = recipient && held > 0 && isOther(recipient)
    if (isRefused || !addToCart(product, units, recipient)) {
      toastError(isRefused ? OTHER_RECIPIENT : 'Unable to add to cart. Please try again later.')
      return false
    }
    lastFor.current = recipient?.email
    return true
  }

  function add() {
    const [variant = '', at] = [product.variant?._id, performance.now()]
    const isDouble = variant === lastAdded.current.variant && at - lastAdded.current.at < DOUBLE_PRESS
    if (variant && isDouble) return setAdded(variant)
    if (!put(quantity, recipient => !isSameGift(recipient, heldFor))) return

    lastAdded.current = { variant, at }
    toastSuccess(`Product added to cart successfully: ${quantity} × ${lineName(product)}`)
    if (!isCartStored()) warnOnce()
    setQuantity(1)
    setAdded(variant)
  }

  /** Adds what the cart lacks of the quantity. A recipient who was typed here before is corrected. */
  const prepare = () =>
    put(Math.max(0, quantity - held), ({ email }) => ![undefined, email, lastFor.current].includes(heldFor?.email))
  const closePanel = () => setAdded(undefined)
  return {
    product,
    held,
    available,
    quantity,
    setQuantity,
    gift,
    isGiftChecked,
    setGift,
    add,
    prepare,
    added,
    closePanel,
  }
}

const OTHER_RECIPIENT = 'Your cart has this card for someone else. Change that there, or order it first.'

const isSameGift = (one: GiftRecipient, other: GiftRecipient = {}) =>
  one.email === other.email && one.message === other.message

let isWarned = false

function warnOnce() {
  if (isWarned) return
  isWarned = true
  toastWarning('Your browser stores nothing for this shop: the cart is kept until you close or reload the page.')
}
