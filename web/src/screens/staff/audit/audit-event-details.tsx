import type { AuditEntry } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button, textLink } from '../../../ui/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { auditPath, differences } from './audit-text.ts'

/** The calls that undo a deletion, by action. */
const restorations: Record<string, ((id: string) => Promise<{ message: string }>) | undefined> = {
  'category.deleted': id => call('POST /categories/:id/restore', { params: { id } }),
  'collection.deleted': id => call('POST /collections/:id/restore', { params: { id } }),
  'page.deleted': id => call('POST /pages/:id/restore', { params: { id } }),
  'product.deleted': async id => {
    const { data } = await call('POST /products/bulk', { body: { action: 'restore', ids: [id] } })
    return { message: data.changed.length > 0 ? 'Product restored successfully.' : 'It was restored already.' }
  },
}

/** The changed fields, collapsed, with links to all events of the subject and to undo a deletion. */
export function AuditEventDetails({ entry }: { entry: AuditEntry }) {
  const changes = differences(entry, useShop().currency)
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {changes.length > 0 ? <Changes entry={entry} changes={changes} /> : <History subject={entry.subject} />}
      <RestoreButton entry={entry} />
    </div>
  )
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: ReturnType<typeof differences> }) {
  return (
    <details className="group/details min-w-0">
      <summary className="flex min-h-8 list-none items-center gap-1.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/details:rotate-90" />
        <span className="line-clamp-1">{changes.map(({ field }) => field).join(', ')}</span>
      </summary>
      <dl className="grid gap-2 py-2 pl-5.5">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-0.5">
            <dt className="type-small text-ink-2">{field}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              {before !== undefined && <del className="wrap-anywhere line-clamp-6 text-ink-2">{before}</del>}
              {before !== undefined && after !== undefined && (
                <ArrowRight className="size-3.5 self-center text-ink-3" />
              )}
              {after !== undefined && <ins className="wrap-anywhere line-clamp-6 no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="pb-2 pl-5.5">
        <History subject={entry.subject} />
      </div>
    </details>
  )
}

function History({ subject }: { subject: string | null }) {
  if (subject === null) return null

  return (
    <Link
      to={auditPath({ subject })}
      className={`${textLink} type-small inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
    >
      All that happened to it
    </Link>
  )
}

/** Undoes the deletion of a product, a category, a collection or a page (ADR 0018); renders nothing for any other audit event. */
function RestoreButton({ entry: { action, subject } }: { entry: AuditEntry }) {
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
