import { type CartQuote, codeKeyOf, LONGEST_TYPED_CODE, MOST_CODES } from '@mela/contract'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { priceText } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { chooseForOrder, useChoices } from './choices.store.ts'

const changeCodes = (codes: string[]) => chooseForOrder({ codes: codes.length > 0 ? codes : undefined })

/** Takes the codes of discounts and gift cards, and says what each does. Without the server's price it is asked for. */
export function CodeField({ quote }: { quote: CartQuote | undefined }) {
  const { codes = [] } = useChoices()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isFull = codes.length >= MOST_CODES

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const code = typed.trim()
    if (code === '' || isFull) return
    if (!codes.some(known => isSameCode(known, code))) changeCodes([...codes, code])
    setTyped('')
  }

  function handleRemove(code: string) {
    document.getElementById(id)?.focus()
    changeCodes(codes.filter(known => known !== code))
  }

  return (
    <section aria-label="Codes" className="grid gap-3">
      <form onSubmit={handleSubmit} className="grid gap-1.5">
        <label htmlFor={id} className="type-ui">
          Discount or gift card code
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            className="control min-w-0 grow"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LONGEST_TYPED_CODE}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="outline" size={40}>
            Apply
          </Button>
        </div>
        {isFull && (
          <p className="type-small text-ink-2">{`An order takes ${MOST_CODES} codes: remove one to enter another.`}</p>
        )}
      </form>
      <ul aria-live="polite" className="grid gap-1.5">
        {codes.map(code => (
          <li key={code} className="flex items-start justify-between gap-3">
            <AppliedCode code={code} quote={quote} />
            <IconButton label={`Remove code ${code}`} tipEnd className="-my-2" onClick={() => handleRemove(code)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isSameCode = (one: string, other: string | null) => other !== null && codeKeyOf(one) === codeKeyOf(other)

function AppliedCode({ code, quote }: { code: string; quote: CartQuote | undefined }) {
  const card = quote?.giftCards.find(found => isSameCode(code, found.code))
  const discount = quote?.discounts.find(found => isSameCode(code, found.code))
  const refusal = card ? card.refusal : discount?.refusal
  const price = (amount: number) => priceText(amount, quote?.currency ?? '')
  return (
    <span className="wrap-anywhere min-w-0">
      <span className="font-medium">{card ? `Gift card •••• ${card.lastFour}` : code}</span>
      <span className={refusal ? 'type-small block text-danger' : 'type-small block text-ink-2'}>
        {refusal ??
          (card
            ? `Pays ${price(card.amount)}, ${card.balance > card.amount ? `${price(card.balance - card.amount)} stay on it` : 'all that is on it'}`
            : discount
              ? `${discount.label}: −${price(discount.amount)}`
              : quote
                ? '…'
                : 'It is checked when you order.')}
      </span>
    </span>
  )
}
