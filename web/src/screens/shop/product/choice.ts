import {
  effectivePrice,
  OPTION_KEY,
  type Product,
  type ProductOption,
  savedPerUnit,
  type Variant,
} from '@mela/contract'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type CartProduct, inVariant } from '../../../shared/cart/cart.store.ts'

/** The values chosen so far: `{ Size: 'M' }`. */
type Choice = Readonly<Record<string, string>>

type Offered = Pick<Product, 'options' | 'variants'>

/** Whether an option is a colour, by its name or by swatches: colours are chosen before sizes. */
export const isColour = ({ name, values }: ProductOption) =>
  /colou?r/i.test(name) || values.some(({ swatch }) => swatch !== undefined)

/**
 * The active variants (staff get inactive ones too), and the option values that at least one of them has; colours first.
 */
function offeredOf({ options, variants }: Offered): Offered {
  const active = variants.filter(({ isActive }) => isActive)
  const hasOne = (option: string, value: string) => active.some(({ options }) => options[option] === value)
  return {
    variants: active,
    options: options
      .map(({ name, values }) => ({ name, values: values.filter(value => hasOne(name, value.name)) }))
      .toSorted((a, b) => Number(isColour(b)) - Number(isColour(a))),
  }
}

function matching(variants: readonly Variant[], choice: Choice): Variant[] {
  return variants.filter(({ options }) => Object.entries(choice).every(([name, value]) => options[name] === value))
}

/** The choice in an address: that of `?variant=`, or else the chosen values. */
function choiceOf(variants: readonly Variant[], address: URLSearchParams): Choice {
  const asked = variants.find(({ _id }) => _id === address.get('variant'))
  return asked?.options ?? valuesOf(address)
}

function valuesOf(fields: URLSearchParams | FormData): Choice {
  return Object.fromEntries(
    [...fields].flatMap(([key, value]) =>
      key.startsWith(OPTION_KEY) ? [[key.slice(OPTION_KEY.length), String(value)]] : [],
    ),
  )
}

/** Removes values that are not offered any more, and chooses the value of each option that has only one. */
function validChoice(options: Offered['options'], choice: Choice): Choice {
  const chosen = options.flatMap(({ name, values }) => {
    const value = values.length === 1 ? values[0] : values.find(value => value.name === choice[name])
    return value ? [[name, value.name] as const] : []
  })
  return Object.fromEntries(chosen)
}

export type ValueState = 'available' | 'sold-out' | 'impossible'

/** Whether a variant with the choice and this value is in stock, sold out, or does not exist. */
export function stateOf(variants: readonly Variant[], choice: Choice, option: string, value: string): ValueState {
  const possible = matching(variants, { ...choice, [option]: value })
  if (possible.some(({ stock }) => stock > 0)) return 'available'
  return possible.length > 0 ? 'sold-out' : 'impossible'
}

/** What is chosen of a product's options; a variant is kept in the address (`?variant=`). */
function useChoice(product: Product) {
  const [address] = useSearchParams()
  const { options, variants } = offeredOf(product)
  const [made, setMade] = useState(() => choiceOf(variants, address))
  const [isAsked, setIsAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Takes over the values that were chosen before hydration.
  useEffect(() => {
    if (form.current) setMade(valuesOf(new FormData(form.current)))
  }, [])

  function stateWith(choice: Choice) {
    const chosen = validChoice(options, choice)
    const possible = matching(variants, chosen)
    const missing = options.find(({ name }) => chosen[name] === undefined)?.name
    return { chosen, possible, missing, variant: missing === undefined ? possible[0] : undefined }
  }
  const state = stateWith(made)

  function choose(option: string, value: string) {
    const next = { ...state.chosen, [option]: value }
    setMade(next)
    keepInAddress(stateWith(next).variant)
  }

  /** Marks the options without a value, moves the focus to the first and scrolls it into view. */
  function ask() {
    setIsAsked(true)
    const index = options.findIndex(({ name }) => name === state.missing)
    const field = form.current?.querySelectorAll('fieldset')[index]
    field?.querySelector('input')?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'nearest' })
  }

  return { options, variants, ...state, isAsked, choose, ask, form }
}

/** Replaces the address without a navigation: nothing is loaded, and quick changes cannot overtake each other. */
function keepInAddress(variant: Variant | undefined) {
  const search = variant ? `?variant=${variant._id}` : ''
  history.replaceState(history.state, '', location.pathname + search)
}

export function useShownProduct(product: Product) {
  const choice = useChoice(product)
  const { options, variants, variant, missing } = choice
  const isImpossible = variant === undefined && missing === undefined && options.length > 0
  const possible = choice.possible.length > 0 ? choice.possible : variants
  const [cheapest] = possible.toSorted((a, b) => effectivePrice(a) - effectivePrice(b))
  const stock = isImpossible ? 0 : Math.max(0, ...possible.map(one => one.stock))
  // The chosen variant; while it is not chosen, the cheapest possible one at the highest possible stock.
  const shown: CartProduct = cheapest
    ? { ...inVariant(product, variant ?? cheapest), ...(!variant && { stock, variant: null }) }
    : { ...product, stock: 0, variant: null }
  return {
    choice,
    product: shown,
    /** Of the 30 days before the reduction, where the shop shows it. */
    lowestPrice: (variant ?? cheapest)?.lowestPrice,
    isFrom: !variant && new Set(possible.map(effectivePrice)).size > 1,
    /** Whether any variant is reduced: the place for the savings is then reserved for all choices. */
    hasSavings: options.length > 0 && variants.some(one => savedPerUnit(one) > 0),
    stock,
    isBeforeChoice: missing !== undefined,
    /** Whether a value of each option is chosen and no variant has all of them. */
    isImpossible,
    picture: pictureOf(choice.possible),
  }
}

export type ShownProduct = ReturnType<typeof useShownProduct>

function pictureOf(possible: Variant[]): string | undefined {
  const [first, ...others] = new Set(possible.map(({ media }) => media?.url))
  return others.length === 0 ? first : undefined
}
