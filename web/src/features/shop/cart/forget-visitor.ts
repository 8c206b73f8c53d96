import { forgetUnsaved } from '../../../lib/browser/forget-unsaved.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { chooseAddress } from './cart.store.ts'

/** Removes the user's data after sign-out on a shared computer; the cart loses its address and keeps its items. */
export function forgetVisitor() {
  forgetUser()
  forgetUnsaved()
  chooseAddress(null)
}
