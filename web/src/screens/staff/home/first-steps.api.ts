import type { FirstStep } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { dataQuery } from '../../../lib/query-keys.ts'

/** It reloads on every mount, because steps are done on other screens. */
export const firstStepsQuery = () => ({ ...dataQuery('GET /dashboard/first-steps'), staleTime: 0 })

export function useFirstStepCalls() {
  const queryClient = useQueryClient()
  async function after<Answer extends { data: unknown }>(answer: Promise<Answer>): Promise<Answer> {
    const answered = await answer
    queryClient.setQueryData(firstStepsQuery().queryKey, answered.data as never)
    return answered
  }

  return {
    change: (body: { kept?: FirstStep[]; isDismissed?: boolean }) =>
      after(call('PATCH /dashboard/first-steps', { body })),
    sendTestEmail: () => after(call('POST /dashboard/test-email')),
  }
}
