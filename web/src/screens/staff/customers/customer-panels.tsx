import type { CustomerOverview } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { DeviceList, TRY_LATER } from '../../../shared/session/device-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/headings.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

export function Devices({ userId, sessions }: { userId: string; sessions: CustomerOverview['sessions'] }) {
  const after = useRefreshAfter('customers')
  const params = { id: userId }
  const endAll = () => after(call('DELETE /users/:id/sessions', { params }))
  const end = (sessionId: string) =>
    after(call('DELETE /users/:id/sessions/:sessionId', { params: { ...params, sessionId } }))

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button variant="outline" size={32} loading={false} onClick={() => toastAnswer(endAll(), TRY_LATER)}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <DeviceList sessions={sessions} since="Since" signOut={end} />
    </Card>
  )
}
