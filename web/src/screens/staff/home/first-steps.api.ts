import type { FirstStep } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'

/** It reloads on every mount, because steps are done on other screens. */
export const firstStepsQuery = () => ({ ...dataQuery('GET /dashboard/first-steps'), staleTime: 0 })

export function useFirstStepCalls() {
  const after = useRefreshAfter('dashboard')
  return {
    change: (body: { kept?: FirstStep[]; isDismissed?: boolean }) =>
      after(call('PATCH /dashboard/first-steps', { body })),
    sendTestEmail: () => after(call('POST /dashboard/test-email')),
  }
}
