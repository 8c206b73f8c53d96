import { API_BASE, type OwnerProof, type ProfileInput, paths, type User } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { onArrival } from '../../../lib/browser/arrival.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { forgetLoaded } from '../../../lib/page-data.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { toastSuccess } from '../../../ui/toasts/toast.tsx'

/** Downloads the user's data as a file. */
export const ownDataUrl = `${API_BASE}/users/current-user/data`

/** Updates the header at once and reloads what shows the user's name or avatar. */
function useChanged() {
  const queryClient = useQueryClient()
  return ({ data }: { data: User }) => {
    rememberUser(data)
    // A new email address is unconfirmed and signs out the other devices; reviews of products show the user's name.
    void refresh(queryClient, 'users', 'products')
  }
}

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: ProfileInput & OwnerProof) => call('PATCH /users/current-user', { body }),
    onSuccess: useChanged(),
  })
}

export function useUploadAvatar() {
  return useMutation({
    mutationFn(file: File) {
      const form = new FormData()
      form.append('avatar', file)
      return call('PATCH /users/current-user/avatar', { form })
    },
    onSuccess: useChanged(),
  })
}

export function useRemoveAvatar() {
  return useMutation({ mutationFn: () => call('DELETE /users/current-user/avatar'), onSuccess: useChanged() })
}

/** `forget` drops the user's data in the browser. */
export function useDeleteAccount(forget: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: OwnerProof) => call('DELETE /users/current-user', { body }),
    onSuccess({ message }) {
      toastSuccess(message)
      // The profile sends a forgotten user to the login.
      onArrival(() => {
        forget()
        forgetLoaded(queryClient)
      })
      return navigate(paths.home)
    },
  })
}
