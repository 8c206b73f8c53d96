import { useId } from 'react'
import { type GiftRecipient, typedGift } from './cart.store.ts'

interface GiftFieldsProps {
  gift: GiftRecipient
  /** Whether an address that is none is said to be so, as one is while it is typed. */
  isChecked: boolean
  onChange: (gift: GiftRecipient) => void
}

/** For whom a gift card is. Without an address its buyer gets the email. */
export function GiftFields({ gift, isChecked, onChange }: GiftFieldsProps) {
  const id = useId()
  const isWrong = isChecked && typedGift(gift) === null

  return (
    <fieldset className="grid gap-3">
      <legend className="type-ui mb-2">Who gets it?</legend>
      <label className="grid gap-1.5">
        <span className="type-small text-ink-2">Email of the recipient (optional)</span>
        <input
          type="email"
          autoComplete="off"
          maxLength={254}
          className="control"
          aria-invalid={isWrong || undefined}
          aria-describedby={id}
          value={gift.email ?? ''}
          onChange={({ target }) => onChange({ ...gift, email: target.value })}
        />
        <span id={id} className={isWrong ? 'type-small text-danger' : 'type-small text-ink-2'}>
          {isWrong ? 'This email is not valid.' : 'Without one the card comes to you.'}
        </span>
      </label>
      <label className="grid gap-1.5">
        <span className="type-small text-ink-2">Message (optional)</span>
        <textarea
          rows={2}
          dir="auto"
          maxLength={500}
          className="control"
          value={gift.message ?? ''}
          onChange={({ target }) => onChange({ ...gift, message: target.value })}
        />
      </label>
    </fieldset>
  )
}
