import type { User } from '@mela/contract'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useDeleteReviews } from './customers.api.ts'

/** The number of a customer's reviews, and a button that deletes them all. */
export function ReviewsCard({ user: { _id: id, name }, count }: { user: User; count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync } = useDeleteReviews(id)
  const close = () => setIsAsking(false)
  const reviews = `${count} ${count === 1 ? 'review' : 'reviews'}`

  return (
    <Card
      title="Reviews"
      action={
        count > 0 && (
          <Button variant="outline" size={32} onClick={() => setIsAsking(true)}>
            Delete reviews
          </Button>
        )
      }
    >
      <p className="text-ink-2">{count > 0 ? `${reviews} written.` : 'No reviews written.'}</p>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${reviews} of ${name.firstName} ${name.lastName}?`}
          action="Delete reviews"
          perform={mutateAsync}
          onClose={close}
          onDone={close}
          fallback="An error occurred while deleting the reviews."
        >
          <p className="text-ink-2">They are gone from every product, and its rating follows. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
