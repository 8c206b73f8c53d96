import type { OwnerProof } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { ProofDialog } from '../../../shared/session/proof-dialog.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { refreshShop } from '../layout/refresh-shop.ts'

/** What is left until real customers can pay, and the switch. It is asked for, because the answer compares passwords. */
export function OpeningCard() {
  const [isShown, setIsShown] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const query = useQuery({ ...dataQuery('GET /dashboard/opening'), enabled: isShown })

  return (
    <Panel title="From test to live">
      <p className="text-ink-2">
        Until the shop is live no real money moves: it pays with the sandbox keys above, and every page says so. Once
        nothing is missing you switch it here, and it uses the live keys.
      </p>
      {isShown ? (
        <Async query={query} loading={<Skeleton className="h-24 rounded-control" />} errorPrefix="Error: ">
          {({ mode, needs }) => (
            <>
              {mode === 'live' && <p role="status">This shop is live: it takes real money.</p>}
              {mode === 'demo' && (
                <p>
                  This shop runs in demo mode, which never takes real money. Whoever runs the server makes it yours:
                  with the shop stopped, <code>npm run admin -- leave-demo</code>, then start it with
                  SHOP_MODE=rehearsal.
                </p>
              )}
              {needs.length > 0 && (
                <ul aria-label="What is left" className="divide-y divide-line border-line border-y">
                  {needs.map(({ problem, cure }) => (
                    <li key={problem} className="wrap-anywhere py-3">
                      <p className="font-medium">{problem}</p>
                      <p className="text-ink-2">{cure}</p>
                    </li>
                  ))}
                </ul>
              )}
              {mode === 'rehearsal' && needs.length === 0 && (
                <>
                  <p role="status">Nothing is missing.</p>
                  <Button size={40} className="justify-self-start" onClick={() => setIsAsking(true)}>
                    Take real payments
                  </Button>
                </>
              )}
            </>
          )}
        </Async>
      ) : (
        <Button variant="outline" size={40} className="justify-self-start" onClick={() => setIsShown(true)}>
          Show what is left
        </Button>
      )}
      {isAsking && <GoLiveDialog onClose={() => setIsAsking(false)} />}
    </Panel>
  )
}

function GoLiveDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const after = useRefreshAfter('payments', 'settings', 'dashboard')
  const goLive = (body: OwnerProof) =>
    after(call('POST /dashboard/opening', { body })).finally(() => refreshShop(queryClient))

  return (
    <ProofDialog
      title="Take real payments?"
      text="From now on customers pay real money, with the live keys. Orders of test money stay, marked TEST, and count in no sales figure, unless leave-demo takes them out at the server. There is no way back to test payments: to try something later, start a second shop."
      action="Take real payments"
      fallback="An error occurred while switching."
      onProven={goLive}
      onClose={onClose}
    />
  )
}
