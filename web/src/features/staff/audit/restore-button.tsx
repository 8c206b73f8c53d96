import type { AuditEntry } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { restorations } from './audit.api.ts'

/** Undoes the deletion of a product, a category, a collection or a page (ADR 0018); renders nothing for any other audit event. */
export function RestoreButton({ entry: { action, subject } }: { entry: AuditEntry }) {
  const queryClient = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const restore = restorations[action]
  if (!restore || !subject) return null

  async function handleRestore(id: string) {
    setIsRunning(true)
    try {
      toastSuccess((await restore?.(id))?.message ?? '')
      await refresh(queryClient, 'audit', 'products', 'categories', 'collections', 'pages')
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...')
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <Button
      variant="outline"
      size={32}
      loading={isRunning}
      onClick={() => void handleRestore(subject.replace(/^.*:/, ''))}
    >
      Restore
    </Button>
  )
}
