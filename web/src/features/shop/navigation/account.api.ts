import { paths } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { onArrival } from '../../../lib/browser/arrival.ts'
import { guarded } from '../../../lib/browser/leave-guards.ts'
import { refreshUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { forgetLoaded } from '../../../lib/page-data.ts'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'

let isChecked = false

/** Asks for the signed-in user once per load if there may be one; a 401 clears it by itself. */
export function useUserCheck(): void {
  useEffect(() => {
    if (isChecked) return
    isChecked = true
    void refreshUser()
  }, [])
}

/**
 * Signs out in any case, whatever the server answers. A form with a leave guard asks first, while the session can still
 * save it. `forget` deletes what the browser stores of the user.
 */
export function useLogout(forget: () => void): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function logout() {
    // Forgets the user only after navigation: the old page would reload its data and be refused.
    onArrival(() => {
      forget()
      forgetLoaded(queryClient)
    })
    try {
      const { message } = await call('POST /auth/logout')
      toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...')
    }
    await navigate(paths.login())
  }
  return () => guarded(() => void logout())
}
