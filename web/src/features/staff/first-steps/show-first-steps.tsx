import { useQuery } from '@tanstack/react-query'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { firstStepsQuery, useFirstStepCalls } from './first-steps.api.ts'

/** Brings back the checklist that was put away. */
export function ShowFirstSteps() {
  const { data } = useQuery(firstStepsQuery())
  const { change } = useFirstStepCalls()
  if (!data?.isDismissed) return null

  async function handleShow() {
    try {
      await change({ isDismissed: false })
      toastSuccess('The first steps are on the dashboard again.')
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while saving.')
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-tile border border-line bg-surface p-5">
      <p className="text-ink-2">The checklist of first steps was put away.</p>
      <Button variant="outline" size={40} onClick={handleShow}>
        Show it again
      </Button>
    </div>
  )
}
