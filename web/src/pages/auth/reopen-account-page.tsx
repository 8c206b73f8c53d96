import { useReopenAccount } from '../../features/shop/recovery/undo-links.api.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { UndoLink } from './undo-link.tsx'

export function ReopenAccountPage() {
  return (
    <>
      <PageTitle title="Open your account again" heading="Open your account again" />
      <UndoLink
        perform={useReopenAccount()}
        text="Your account is closed. Nothing in it is erased yet: you get your orders, addresses and reviews back. Orders that were not paid stay cancelled."
        action="Open my account again"
        otherwise="If somebody else closed your account, we can help."
      />
    </>
  )
}
