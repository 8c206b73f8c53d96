import type { Session } from '@mela/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { toastAnswer } from '../../ui/toast.tsx'

export const TRY_LATER = 'Something went wrong, please try again later.'

interface DeviceListProps {
  sessions: (Omit<Session, 'isCurrent'> & { isCurrent?: boolean })[]
  /** The words before the day of the sign-in. */
  since: string
  signOut: (id: string) => Promise<{ message: string }>
}

/** The devices on which a person is signed in, each with a button that signs it out, but this one. */
export function DeviceList({ sessions, since, signOut }: DeviceListProps) {
  return (
    <ul className="max-h-110 divide-y divide-line overflow-y-auto">
      {sessions.map(({ _id, device, isCurrent, createdAt, lastUsedAt }) => {
        const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
        return (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Icon className="text-ink-2" />
            <div className="min-w-0 flex-1 basis-46">
              <p className="type-ui">
                <span>{device}</span>
                {isCurrent && <span className="font-normal text-success"> · this device</span>}
              </p>
              <p className="type-small text-ink-2">
                <span>{`${since} `}</span>
                <Time value={createdAt} />
                {!isCurrent && (
                  <span>
                    , last used <Time value={lastUsedAt} style="date-time" />
                  </span>
                )}
              </p>
            </div>
            {!isCurrent && (
              <Button
                variant="outline"
                size={32}
                aria-label={`Sign out ${device}`}
                loading={false}
                onClick={() => toastAnswer(signOut(_id), TRY_LATER)}
              >
                Sign out
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
