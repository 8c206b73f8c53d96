import { hasThirdDecimal, number, TWO_DECIMALS } from '@mela/contract'
import { type FormEvent, useState } from 'react'
import { currencyName, priceText } from '../../../lib/format/format.ts'
import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioCards } from '../../../ui/controls/radio-cards.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Field } from '../../../ui/forms/field.tsx'

interface RefundAmountProps {
  paid: number
  left: number
  currency: string
  onClose: () => void
  onChoose: (amount: number) => void
}

/** The whole remainder of a payment, or a part of it. */
export function RefundAmount({ paid, left, currency, onClose, onChoose }: RefundAmountProps) {
  const [kind, setKind] = useState<'all' | 'part'>('all')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (kind === 'all') return onChoose(left)
    const amount = plainAmount(text)
    const problem = problemOf(amount, priceText(left, currency), left)
    setError(problem)
    if (!problem) onChoose(Number(amount))
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      <p className="text-ink-2">
        {`${priceText(paid, currency)} was paid. ${
          left < paid
            ? `${priceText(paid - left, currency)} of it went back, ${priceText(left, currency)} is left.`
            : 'Nothing has gone back yet.'
        }`}
      </p>
      <RadioCards
        legend="How much"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', content: `All that is left: ${priceText(left, currency)}` },
          { value: 'part', content: 'A part of it' },
        ]}
      />
      {kind === 'part' && (
        <Field
          label={`Amount in ${currencyName(currency)}`}
          help={`${priceText(left, currency)} at the most`}
          {...(error && { error })}
        >
          {control => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: it appears because of a choice that asks for it
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={event => setText(event.currentTarget.value.trim())}
              className="control tabular-nums"
            />
          )}
        </Field>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Continue</Button>
      </DialogActions>
    </form>
  )
}

function problemOf(amount: string, most: string, left: number): string | undefined {
  if (hasThirdDecimal(amount)) return TWO_DECIMALS
  if (Number(amount) > left) return `This cannot be more than ${most}.`
  return number({ min: 0.01 }).safeParse(amount).error?.issues[0]?.message
}
