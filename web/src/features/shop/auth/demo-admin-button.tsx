import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { loginOptionsQuery } from './login-options.ts'

/** Fills the demo admin's credentials into the surrounding form, in a demo shop only; the visitor submits it. */
export function DemoAdminButton() {
  const { data } = useQuery(loginOptionsQuery())
  const { setValue, clearErrors } = useFormContext()
  if (!data?.hasDemoAdmin) return null

  async function handleClick() {
    try {
      const { data: admin } = await call('GET /auth/demo')
      setValue('email', admin.email)
      setValue('password', admin.password)
      clearErrors()
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later.')
    }
  }

  return (
    <Button variant="outline" wide onClick={handleClick}>
      Login as admin
    </Button>
  )
}
