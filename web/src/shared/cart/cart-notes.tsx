import { effectivePrice, optionsText, priceOrFree } from '@mela/contract'
import { TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { type CartItem, type CartProduct, lineId, lineName, typedGift } from './cart.store.ts'
import { type CurrentProducts, removeFromCart } from './change-cart.ts'

/** What has changed, in words, by the id of the line. */
export type CartChanges = Record<string, string>

const GONE = 'no longer available'
const UNCHOSEN = 'please select an option'

/** Why a line cannot be ordered, as words that follow the product's name; undefined when it can be ordered. */
function lineProblem({ product, quantity }: CartItem): string | undefined {
  if (!product.isActive) return GONE
  if (!product.variant) return UNCHOSEN
  if (product.stock < 1) return 'out of stock'
  return quantity > product.stock ? `down to ${product.stock} in stock` : undefined
}

/** Why a line cannot be ordered, as a sentence; undefined when it can be ordered. */
export function problemSentence(item: CartItem): string | undefined {
  const problem = lineProblem(item)
  if (problem === UNCHOSEN) return 'Please select an option.'
  return problem && `This product is ${problem}.`
}

export function cartChanges(items: readonly CartItem[], current: CurrentProducts, currency: string): CartChanges {
  const changes: CartChanges = {}
  for (const item of items) {
    const line = lineId(item.product)
    const now = current.get(line)
    const change = now ? lineChange(item, now, currency) : current.has(line) && item.product.isActive && GONE
    if (change) changes[lineId(now ?? item.product)] = change
  }
  return changes
}

function lineChange({ product: before, quantity }: CartItem, now: CartProduct, currency: string): string {
  if (!now.variant) return ''
  const changes: string[] = []
  const [chosen, present] = [before, now].map(({ variant }) => optionsText(variant?.options ?? {}) || 'without options')
  if (before.variant && chosen !== present) changes.push(`now ${present}, was ${chosen}`)
  const [was, is] = [effectivePrice(before), effectivePrice(now)]
  if (was !== is) changes.push(`now ${priceOrFree(is, currency)}, was ${priceOrFree(was, currency)}`)
  if (now.stock > 0 && quantity > now.stock) {
    changes.push(`only ${now.stock} left, the quantity is now ${now.stock}`)
  }
  if (now.stock < 1 && before.stock > 0) changes.push('out of stock')
  return changes.join('; ')
}

/** The most units that a line can have when an order may hold `most` units of a product in all variants; at least 1. */
export function unitsLeft(items: readonly CartItem[], { product }: CartItem, most: number): number {
  const others = items.filter(other => other.product._id === product._id && lineId(other.product) !== lineId(product))
  return Math.max(1, most - others.reduce((sum, { quantity }) => sum + quantity, 0))
}

export function canCheckOut(items: readonly CartItem[]): boolean {
  const canOrder = (item: CartItem) => lineProblem(item) === undefined && typedGift(item.gift ?? {}) !== null
  return items.length > 0 && items.every(canOrder)
}

interface CartChangesNoteProps {
  ref?: Ref<HTMLDivElement>
  /** The first sentence; by default, one about changed or unavailable lines. */
  message?: string
  items: readonly CartItem[]
  changes: CartChanges
}

/** Lists each line that changed since the shopper last saw it, and removes lines that cannot be bought. */
export function CartChangesNote({ ref, message, items, changes }: CartChangesNoteProps) {
  const lines = items
    .map(item => ({ item, problem: lineProblem(item), change: changes[lineId(item.product)] }))
    .filter(({ problem, change }) => problem ?? change)
  if (!message && lines.length === 0) return null

  const isBlocked = lines.some(({ problem }) => problem)
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="flex gap-3 rounded-tile bg-warn-soft p-4 text-warn">
      <TriangleAlert className="mt-px" />
      <div className="grid min-w-0 grow gap-1.5">
        <p className="type-ui">{message ?? (isBlocked ? blocked : changed)}</p>
        <ul className="type-table tabular-nums empty:hidden">
          {lines.map(({ item: { product }, problem, change }) => (
            <li key={lineId(product)} className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="py-0.5 wrap-anywhere">
                <bdi>{lineName(product)}</bdi>: <span>{change ?? problem}</span>
              </span>
              {problem && (
                <button
                  type="button"
                  aria-label={`Remove ${lineName(product)}`}
                  className="-my-2 h-11 font-semibold underline underline-offset-3"
                  onClick={() => removeFromCart(lineId(product))}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const changed = 'Your cart has changed since you last saw it.'
const blocked = 'Some products cannot be ordered. Please remove them to go on.'
