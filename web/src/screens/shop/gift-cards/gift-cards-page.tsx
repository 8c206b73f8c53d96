import { type GiftCardBalance, giftCardCalls } from '@mela/contract'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { lastDayOf } from '../../../lib/days.ts'
import { priceText } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { PageTitle, Panel } from '../../../ui/headings.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Time, TimeZone } from '../../../ui/time.tsx'

const { body: schema } = giftCardCalls['POST /gift-cards/balance']

/** Tells who knows the code of a gift card what is left on it. */
export function GiftCardsPage() {
  const [card, setCard] = useState<GiftCardBalance>()

  return (
    <div className="shell grid min-h-dvh max-w-140 content-start gap-6 pt-8 pb-24 lg:pt-12">
      <PageTitle title="Gift cards" heading="Gift cards" description="What is left on your gift card." />
      <p className="text-ink-2">
        Enter the code from the email to see what is left on your card. To spend it, enter the code in the cart or at
        the checkout.
      </p>
      <Form
        schema={schema}
        onSubmit={async body => {
          setCard(undefined)
          setCard((await call('POST /gift-cards/balance', { body })).data)
        }}
        success={false}
        defaultValues={{ code: '' }}
      >
        <TextField
          name="code"
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help="Sixteen letters and digits, such as 7KQ2-M0XT-93BD-WZ5H."
        />
        <SubmitButton>Show balance</SubmitButton>
      </Form>
      <div aria-live="polite">{card && <Balance card={card} />}</div>
    </div>
  )
}

function Balance({ card }: { card: GiftCardBalance }) {
  const { lastFour, balance, currency, expiresAt, isExpired, refusal } = card
  const { timeZone } = useShop()

  return (
    <Panel title={`Card ending in ${lastFour}`}>
      <p className="type-h2 tabular-nums">{priceText(balance, currency)}</p>
      <p className="text-ink-2">
        {expiresAt && refusal === null ? (
          <span>
            <span>{isExpired ? 'It expired on ' : 'It can be used until '}</span>
            <TimeZone value={timeZone}>
              <Time value={lastDayOf(expiresAt)} />
            </TimeZone>
          </span>
        ) : (
          <span>{refusal ?? 'It does not expire.'}</span>
        )}
      </p>
    </Panel>
  )
}
