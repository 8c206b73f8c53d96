import type { Session } from '@mela/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useEndSessions } from './sessions.api.ts'

export function SessionList({ sessions }: { sessions: Session[] }) {
  const end = useEndSessions()

  async function handleEnd(id?: string) {
    try {
      const { message } = await end.mutateAsync(id)
      toastSuccess(message, id)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later.', id)
    }
  }

  return (
    <>
      <ul className="max-h-110 divide-y divide-line overflow-y-auto">
        {sessions.map(session => (
          <li key={session._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Device session={session} />
            {!session.isCurrent && (
              <Button
                variant="outline"
                size={32}
                aria-label={`Sign out ${session.device}`}
                loading={end.isPending && end.variables === session._id}
                onClick={() => void handleEnd(session._id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="outline"
          size={40}
          className="mt-2 justify-self-start"
          loading={end.isPending && end.variables === undefined}
          onClick={() => void handleEnd()}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}

function Device({ session: { device, isCurrent, createdAt, lastUsedAt } }: { session: Session }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor

  return (
    <div className="flex min-w-0 flex-1 basis-56 gap-3">
      <Icon className="mt-0.5 text-ink-2" />
      <div>
        <p className="type-ui">
          <span>{device}</span>
          {isCurrent && <span className="font-normal text-success"> · this device</span>}
        </p>
        <p className="type-small text-ink-2">
          Signed in <Time value={createdAt} />
          {!isCurrent && (
            <span>
              , last used <Time value={lastUsedAt} style="date-time" />
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
