import type { Product, Variant } from '@mela/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Choice, choiceOf, matching, offeredOf, validChoice, valuesOf } from './choice.ts'

export interface ProductChoice extends Pick<Product, 'options' | 'variants'> {
  chosen: Choice
  /** The variants that the choice leaves. */
  possible: Variant[]
  /** The chosen variant; undefined until a value of each option is chosen, or when there is no such variant. */
  variant: Variant | undefined
  /** The name of the first option without a value. */
  missing: string | undefined
  /** Whether the options without a value are marked as required. */
  isAsked: boolean
  choose: (option: string, value: string) => void
  /** Marks the options without a value, moves the focus to the first and scrolls it into view. */
  ask: () => void
  form: RefObject<HTMLFormElement | null>
}

/** What is chosen of a product's options; a variant is kept in the address (`?variant=`). */
export function useChoice(product: Product): ProductChoice {
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
