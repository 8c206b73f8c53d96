import type { FirstStep } from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const firstStepsQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps'],
    queryFn: async () => (await call('GET /dashboard/first-steps')).data,
    // Reloads on every mount, because steps are done on other screens.
    staleTime: 0,
  })

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
