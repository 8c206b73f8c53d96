import { paths } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { onArrival } from '../../lib/arrival.ts'
import { guarded } from '../../lib/back.ts'
import { forgetUser } from '../../lib/current-user.ts'
import { forgetLoaded } from '../../lib/page-data.ts'
import { forgetUnsaved } from '../../lib/unsaved.ts'
import { toastAnswer } from '../../ui/toast.tsx'
import { leaveAccountCart, saveBeforeLeaving } from '../cart/account-cart.store.ts'
import { chooseAddress } from '../cart/change-cart.ts'
import { forgetGuest } from './guest.store.ts'
import { forgetPlace } from './return-path.ts'

/** Removes the user's data after sign-out on a shared computer; the cart loses its address and what the account keeps. */
export function forgetVisitor() {
  forgetUser()
  forgetGuest()
  forgetUnsaved()
  forgetPlace()
  leaveAccountCart()
  chooseAddress(null)
}

/** Answers a function that forgets the user after the next navigation: the present page would react to it. */
export function useForgetOnArrival() {
  const queryClient = useQueryClient()
  return () =>
    onArrival(() => {
      forgetVisitor()
      forgetLoaded(queryClient)
    })
}

/**
 * Signs out in any case, whatever the server answers. A form with a leave guard asks first, while the session can still
 * save it.
 */
export function useLogout(): () => void {
  const forgetOnArrival = useForgetOnArrival()
  const navigate = useNavigate()

  async function logout() {
    forgetOnArrival()
    await saveBeforeLeaving()
    await toastAnswer(call('POST /auth/logout'))
    await navigate(paths.login())
  }
  return () => guarded(() => void logout())
}
