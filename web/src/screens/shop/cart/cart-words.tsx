import { MOST_GIFT_TEXT, MOST_NOTE } from '@mela/contract'
import { useState } from 'react'
import { type CartWords, useCart } from '../../../shared/cart/cart.store.ts'
import { writeWords } from '../../../shared/cart/change-cart.ts'
import { isEmailed } from '../../../shared/cart/is-emailed.ts'
import { Field } from '../../../ui/text-field.tsx'

/** What goes with the order: kept with the cart while it is typed. Gift cards have a message of their own, and no parcel. */
export function CartWordsFields() {
  const { items, note, giftText } = useCart()
  const hasParcel = !isEmailed(items)
  const [isOpen] = useState(Boolean(note || giftText))

  return (
    <details open={isOpen} className="group">
      <summary className="type-ui w-fit cursor-pointer py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink">
        {hasParcel ? 'Add a note or a gift text' : 'Add a note for the shop'}
      </summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        {hasParcel && (
          <WordsField name="giftText" label="Gift text" help="Goes into the parcel." most={MOST_GIFT_TEXT} />
        )}
        <WordsField
          name="note"
          label="Note for the shop"
          help={hasParcel ? 'Such as how to find you.' : undefined}
          most={MOST_NOTE}
        />
      </div>
    </details>
  )
}

interface WordsFieldProps {
  name: keyof CartWords
  label: string
  help: string | undefined
  most: number
}

function WordsField({ name, label, help, most }: WordsFieldProps) {
  const { [name]: value } = useCart()

  return (
    <Field label={label} help={help} optional>
      {control => (
        <textarea
          {...control}
          dir="auto"
          rows={3}
          maxLength={most}
          value={value}
          onChange={({ currentTarget }) => writeWords({ [name]: currentTarget.value })}
          className="control field-sizing-content max-h-60 min-h-20"
        />
      )}
    </Field>
  )
}
