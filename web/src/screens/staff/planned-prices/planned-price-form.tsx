import {
  currencySign,
  IDEMPOTENCY_HEADER,
  type PlannedPrice,
  type PlannedPriceInput,
  plannedPriceInput,
  staffPaths,
} from '@mela/contract'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { useShop } from '../../../lib/shop.ts'
import { timeZoneText } from '../../../lib/staff-format.ts'
import { FollowSaved, useBase } from '../../../ui/follow-saved.tsx'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AmountField } from '../layout/amount-field.tsx'
import { RehearseButton } from '../layout/rehearse-button.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { minuteText, useAfterSaleChange } from './planned-prices.api.ts'
import { TargetField } from './target-field.tsx'

export type PlanValues = Omit<PlannedPriceInput, 'value'> & { value: string }

const KINDS = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off' },
  { value: 'price', label: 'Fixed price' },
]

const FIELDS = ['name', 'target', 'kind', 'value', 'begins', 'ends']

const valuesOf = ({ name, target, kind, value, begins, ends }: PlannedPrice): PlanValues => ({
  ...{ name, target, kind, begins, ends },
  value: String(value),
})

const newValues = (timeZone: string, products: string[]): PlanValues => ({
  ...{ name: '', kind: 'percent', value: '', begins: minuteIn(timeZone, 0), ends: minuteIn(timeZone, 7) },
  target: { kind: products.length > 0 ? 'products' : 'category', ids: products },
})

interface PlannedPriceFormProps {
  plan?: PlannedPrice
  /** Ids of the products of a new sale. */
  products?: string[]
}

/** The editor of a sale: what, how much and when, beside what it would do. A sale that is over is shown as it was. */
export function PlannedPriceForm({ plan, products = [] }: PlannedPriceFormProps) {
  const { timeZone } = useShop()
  const navigate = useNavigate()
  const after = useAfterSaleChange()
  const base = useBase(plan)
  const [key] = useState(createRequestKey)
  const loaded = base.state
  const [values] = useState(() => (plan ? valuesOf(plan) : newValues(timeZone, products)))
  const { state = 'planned' } = plan ?? {}

  async function handleSubmit(input: PlannedPriceInput) {
    const body = { ...input, version: loaded?.version ?? 1 }
    const saving = loaded
      ? call('PUT /planned-prices/:id', { params: { id: loaded._id }, body })
      : call('POST /planned-prices', { body: input, headers: { [IDEMPOTENCY_HEADER]: key.of(input) } })
    const answer = await base.save(after(saving))
    if (!loaded) void navigate(staffPaths.plannedPrices)
    return answer
  }

  return (
    <Form
      schema={plannedPriceInput}
      onSubmit={handleSubmit}
      defaultValues={values as never}
      invalid="Some fields are invalid. Please check the form and try again."
      fallback="An error occurred while saving the sale."
    >
      {plan && state !== 'planned' && <StateNote plan={plan} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5">
          <Card title="Sale">
            <fieldset disabled={state === 'ended'} className="grid gap-5">
              <TextField name="name" label="Name" autoComplete="off" help="For you alone; shoppers see the prices." />
            </fieldset>
            <fieldset disabled={state !== 'planned'} className="grid gap-5">
              <TargetField isFixed={state !== 'planned'} />
              <ReductionFields />
            </fieldset>
          </Card>
          <Card title="Time" action={<span className="type-small text-ink-2">{timeZoneText(timeZone)}</span>}>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <fieldset disabled={state !== 'planned'}>
                <TextField
                  name="begins"
                  label="Begins"
                  type="datetime-local"
                  help="A time that has passed begins the sale at once."
                />
              </fieldset>
              <fieldset disabled={state === 'ended'}>
                <TextField
                  name="ends"
                  label="Ends"
                  type="datetime-local"
                  help="What the products cost before comes back."
                />
              </fieldset>
            </div>
          </Card>
        </div>
        {state === 'planned' && <PlanPreview />}
      </div>
      {state !== 'ended' && (
        <SaveBar backTo={staffPaths.plannedPrices}>
          {state === 'planned' && (
            <RehearseButton<PlannedPriceInput>
              draftOf={({ target, kind, value }) => ({ plannedPrice: { target, kind, value } })}
            />
          )}
        </SaveBar>
      )}
      <KeepTyped name={plan?._id ?? 'planned-price'} isDone={base.isSaved} />
      <LeaveGuard text="What you have changed of this sale is not saved yet." isSaved={base.isSaved} />
      {plan && (
        <FollowSaved
          base={base}
          latest={plan}
          valuesOf={valuesOf}
          fields={FIELDS}
          conflict="This sale was changed by someone else"
        />
      )}
    </Form>
  )
}

function ReductionFields() {
  const { currency } = useShop()
  const kind = useWatch<PlanValues, 'kind'>({ name: 'kind' })
  const isPercent = kind === 'percent'

  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField name="kind" label="Price" options={KINDS} />
      <AmountField
        // The sign in front is another element, and an input that moves loses what is typed.
        key={String(isPercent)}
        name="value"
        label={isPercent ? 'Percent' : kind === 'amount' ? 'Amount off' : 'Sale price'}
        inputMode={isPercent ? 'numeric' : 'decimal'}
        help="Of the regular price. What costs less already stays as it is."
        {...(!isPercent && { prefix: currencySign(currency) })}
      />
    </div>
  )
}

function StateNote({ plan: { state, ends, productCount } }: { plan: PlannedPrice }) {
  const reduced = productCount === 1 ? '1 product was reduced' : `${productCount ?? 0} products were reduced`
  return (
    <p className="rounded-control bg-info-soft px-3.5 py-3">
      {state === 'running'
        ? `This sale is running: ${reduced} when it began. Its name and its end can be changed.`
        : `This sale ended on ${minuteText(ends)}: ${reduced}.`}
    </p>
  )
}

/** The shop's time so many days from now, as fields of forms have it. */
function minuteIn(timeZone: string, days: number): string {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv', style).format(Date.now() + days * 86_400_000).replace(' ', 'T')
}
