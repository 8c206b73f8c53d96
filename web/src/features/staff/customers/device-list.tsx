import type { CustomerOverview } from '@mela/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useSignOut } from './customers.api.ts'

interface DeviceListProps {
  userId: string
  sessions: CustomerOverview['sessions']
}

/** A customer's sessions, with buttons that end them. */
export function DeviceList({ userId, sessions }: DeviceListProps) {
  const end = useSignOut(userId)

  async function handleEnd(sessionId?: string) {
    try {
      toastSuccess((await end.mutateAsync(sessionId)).message, sessionId)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later.', sessionId)
    }
  }

  const isEnding = (sessionId?: string) => end.isPending && end.variables === sessionId

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button variant="outline" size={32} loading={isEnding()} onClick={() => void handleEnd()}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto">
        {sessions.map(({ _id, device, createdAt, lastUsedAt }) => {
          const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
          return (
            <li key={_id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Icon className="text-ink-2" />
              <div className="min-w-0 grow">
                <p className="font-medium">{device}</p>
                <p className="type-small text-ink-2">
                  Since <Time value={createdAt} />, last used <Time value={lastUsedAt} style="date-time" />
                </p>
              </div>
              <Button
                variant="outline"
                size={32}
                aria-label={`Sign out ${device}`}
                loading={isEnding(_id)}
                onClick={() => void handleEnd(_id)}
              >
                Sign out
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
