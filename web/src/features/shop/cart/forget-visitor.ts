import { forgetUnsaved } from '../../../lib/browser/forget-unsaved.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { chooseAddress } from './cart.store.ts'

/** After sign-out on a shared computer the items stay, the address goes (B113). */
export function forgetVisitor() {
  forgetUser()
  forgetUnsaved()
  chooseAddress(null)
}
