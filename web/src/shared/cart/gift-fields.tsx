import { useId } from 'react'
import type { GiftRecipient } from './cart.store.ts'

interface GiftFieldsProps {
  gift: GiftRecipient
  /** By field; none of what is still being typed. */
  problems: GiftRecipient
  onChange: (gift: GiftRecipient) => void
}

/** For whom a gift card is. Without an address its buyer gets the email. */
export function GiftFields({ gift, problems, onChange }: GiftFieldsProps) {
  const id = useId()

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
          aria-invalid={problems.email ? true : undefined}
          aria-describedby={id}
          value={gift.email ?? ''}
          onChange={({ target }) => onChange({ ...gift, email: target.value })}
        />
        <span id={id} className={problems.email ? 'type-small text-danger' : 'type-small text-ink-2'}>
          {problems.email ?? 'Without one the card comes to you.'}
        </span>
      </label>
      <label className="grid gap-1.5">
        <span className="type-small text-ink-2">Message (optional)</span>
        <textarea
          rows={2}
          dir="auto"
          maxLength={500}
          className="control"
          aria-invalid={problems.message ? true : undefined}
          aria-describedby={`${id}-message`}
          value={gift.message ?? ''}
          onChange={({ target }) => onChange({ ...gift, message: target.value })}
        />
        <span id={`${id}-message`} className="type-small text-danger empty:hidden">
          {problems.message}
        </span>
      </label>
    </fieldset>
  )
}
