import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { toastWarning } from '../../../ui/toasts/toast.tsx'

/** Redirects from a step that came too early, and says what is missing (T116). */
export function SendBack({ to, warning }: { to: string; warning: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toastWarning(warning)
    void navigate(to, { replace: true })
  }, [navigate, to, warning])

  return null
}
