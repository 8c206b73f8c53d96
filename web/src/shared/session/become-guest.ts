import { chooseAddress } from '../cart/change-cart.ts'
import { forgetBilling } from '../cart/choices.store.ts'
import { currentGuest, noteGuest } from './guest.store.ts'

/** A visitor chooses to order without an account. What a customer whose session has ended here typed is theirs alone. */
export function becomeGuest(): void {
  chooseAddress(currentGuest()?.address ?? null)
  if (!currentGuest()) forgetBilling()
  noteGuest()
}
