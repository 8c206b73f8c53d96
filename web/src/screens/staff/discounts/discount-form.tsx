import {
  type DiscountInput,
  discountInput,
  IDEMPOTENCY_HEADER,
  NO_DISCOUNT,
  type StaffDiscount,
  staffPaths,
} from '@mela/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { usePrice } from '../../../lib/shop.ts'
import { FollowSaved, useBase } from '../../../ui/follow-saved.tsx'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Facts } from '../layout/record-parts.tsx'
import { RehearseButton } from '../layout/rehearse-button.tsx'
import { CodesCard } from './codes-card.tsx'
import { STATE_LABELS, usesText } from './describe-discount.ts'
import { DiscountRule } from './discount-rule.tsx'
import { useAfterDiscountChange } from './discounts.api.ts'

const FIELDS = ['name', ...Object.keys(NO_DISCOUNT)]

/** Blank where nothing is said, as inputs have it. */
function valuesOf(discount?: StaffDiscount) {
  const typed = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const { kind, appliesTo, firstOrderOnly, customers, isAutomatic, isCombinable, isActive } = discount ?? NO_DISCOUNT
  return {
    name: discount?.name ?? '',
    ...{ kind, appliesTo, firstOrderOnly, customers, isAutomatic, isCombinable, isActive },
    percent: typed(discount?.percent),
    amount: typed(discount?.amount),
    buy: typed(discount?.buy),
    get: typed(discount?.get),
    targets: discount?.targets.map(({ _id }) => _id) ?? [],
    minSubtotal: typed(discount?.minSubtotal),
    minQuantity: typed(discount?.minQuantity),
    beginsAt: discount?.beginsAt ?? '',
    endsAt: discount?.endsAt ?? '',
    limitInAll: typed(discount?.limitInAll),
    limitPerCustomer: typed(discount?.limitPerCustomer),
    code: discount?.code ?? '',
  }
}

export type DiscountValues = ReturnType<typeof valuesOf>

/** The editor of a discount, or of a new one: its rule on the left, what it has done on the right. */
export function DiscountForm({ discount }: { discount?: StaffDiscount }) {
  const navigate = useNavigate()
  const after = useAfterDiscountChange()
  const base = useBase(discount)
  const [key] = useState(createRequestKey)
  const loaded = base.state

  async function handleSubmit(input: DiscountInput) {
    const saving = loaded
      ? call('PATCH /discounts/:id', { params: { id: loaded._id }, body: { ...input, version: loaded.version } })
      : call('POST /discounts', { body: input, headers: { [IDEMPOTENCY_HEADER]: key.of(input) } })
    const answer = await base.save(after(saving))
    if (!loaded) void navigate(staffPaths.discount(answer.data._id), { replace: true })
    return answer
  }

  return (
    <Form
      schema={discountInput}
      onSubmit={handleSubmit}
      defaultValues={valuesOf(discount)}
      invalid="Some fields are invalid. Please check the form and try again."
      fallback="An error occurred while saving the discount."
    >
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Card title="Shown to shoppers">
            <TextField
              name="name"
              label="Name"
              autoComplete="off"
              help="Shoppers read it in cart, order and invoice."
            />
          </Card>
          <DiscountRule targets={discount?.targets ?? []} />
          <Card title="Whether it counts">
            <SwitchField name="isActive" label="Active" help="Switched off, it is paused: its codes are not valid." />
            <SwitchField
              name="isCombinable"
              label="Can be combined"
              help="With others that can, but of discounts that count by themselves an order has one at the most. What is cheapest for the shopper counts."
            />
          </Card>
        </div>
        <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
          <DiscountFigures discount={discount} />
          <CodesCard discount={discount} />
        </div>
      </div>
      <SaveBar backTo={staffPaths.discounts}>
        <RehearseButton<DiscountInput> draftOf={input => ({ discount: { ...input, _id: loaded?._id } })} />
      </SaveBar>
      <KeepTyped name="discount" />
      <LeaveGuard text="What you have changed of this discount is not saved yet." isSaved={base.isSaved} />
      {discount && (
        <FollowSaved
          base={base}
          latest={discount}
          valuesOf={valuesOf}
          fields={FIELDS}
          conflict="This discount was changed by someone else"
        />
      )}
    </Form>
  )
}

/** What a discount has done so far. */
function DiscountFigures({ discount }: { discount: StaffDiscount | undefined }) {
  const price = usePrice()
  return (
    <Card title="Uses and revenue">
      {discount ? (
        <>
          <Facts
            facts={{
              State: <Tag tone={discount.state === 'paused' ? 'warn' : 'plain'}>{STATE_LABELS[discount.state]}</Tag>,
              Uses: usesText(discount),
              Revenue: price(discount.revenue),
              'Taken off': price(discount.givenAway),
            }}
          />
          <p className="type-small text-ink-2">
            Uses are of all orders that are not cancelled; revenue is what was paid of them, less refunds.
          </p>
        </>
      ) : (
        <p className="text-ink-2">They are counted from the first order on.</p>
      )}
    </Card>
  )
}
