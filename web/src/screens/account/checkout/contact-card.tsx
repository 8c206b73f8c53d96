import { paths } from '@mela/contract'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { useGuest } from '../../../shared/session/guest.store.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { CheckoutCard } from './checkout-card.tsx'

/** Who orders, as a line: the account, or the email address of a guest. */
export function ContactCard() {
  const user = useCurrentUser()
  const email = useGuest()?.email ?? ''
  const change = { to: paths.shipping, label: 'Change email address' }
  const line = (
    <p className="type-table wrap-anywhere text-ink-2">
      {user && <bdi className="mr-4 text-ink">{`${user.name.firstName} ${user.name.lastName}`}</bdi>}
      <span>{user?.email ?? email}</span>
    </p>
  )
  return <CheckoutCard title="Contact" line={line} {...(!user && { change })} />
}

/** The field of a guest. Must be inside a `Form`. */
export function GuestContactCard() {
  return (
    <CheckoutCard title="Contact">
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        help="For the confirmation, and a link to your order"
      />
    </CheckoutCard>
  )
}
