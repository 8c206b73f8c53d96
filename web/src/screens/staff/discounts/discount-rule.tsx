import { currencySign, type StaffDiscount, UNREACHABLE_DOMAIN } from '@mela/contract'
import { useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useShop } from '../../../lib/shop.ts'
import { plainAmount, timeZoneText } from '../../../lib/staff-format.ts'
import { Card } from '../../../ui/headings.tsx'
import { Field } from '../../../ui/text-field.tsx'
import type { DiscountValues } from './discount-form.tsx'
import { Clause, SentenceInput, SentenceSelect } from './sentence-fields.tsx'
import { TargetsField } from './targets-field.tsx'

/** The rule of a discount as sentences. Must be inside its form. */
export function DiscountRule({ targets }: { targets: StaffDiscount['targets'] }) {
  const { currency, timeZone } = useShop()
  const { getValues, setValue } = useFormContext<DiscountValues>()
  const typedCode = useRef('')
  const [isAutomatic, kind] = useWatch<DiscountValues, ['isAutomatic', 'kind']>({ name: ['isAutomatic', 'kind'] })

  /** One that counts by itself has no code, but who chooses that and turns back has typed it. */
  function keepCode() {
    const isAutomatic = getValues('isAutomatic')
    if (isAutomatic) typedCode.current = getValues('code')
    setValue('code', isAutomatic ? '' : typedCode.current, { shouldDirty: true })
  }

  return (
    <Card title="Rule">
      <Clause title="What it takes off" fields={['kind', 'percent', 'amount', 'buy', 'get', 'appliesTo', 'targets']}>
        <Benefit />
        <TargetsField known={targets} />
        <p>Nothing is taken off gift cards.</p>
        {kind === 'free-delivery' && <p>Every way of delivery is free, also the fastest.</p>}
      </Clause>
      <Clause title="How one gets it" fields={['isAutomatic', 'code']}>
        <SentenceSelect
          name="isAutomatic"
          label="How one gets it"
          before="It counts"
          options={{ false: 'with the code', true: 'by itself, without a code' }}
          isFlag
          onChange={keepCode}
        />
        {!isAutomatic && <SentenceInput name="code" label="Code" placeholder="a code for each order" size={22} />}
      </Clause>
      <Clause title="For which orders" fields={['minSubtotal', 'minQuantity']}>
        <SentenceInput
          name="minSubtotal"
          label="Lowest subtotal"
          before={`From ${currencySign(currency)}`}
          after="and"
          placeholder="any"
          inputMode="decimal"
          size={8}
          read={plainAmount}
        />
        <SentenceInput
          name="minQuantity"
          label="Fewest units"
          after="units of what it applies to."
          placeholder="any"
          inputMode="numeric"
          size={4}
        />
      </Clause>
      <Clause title="For whom" fields={['firstOrderOnly']}>
        <SentenceSelect
          name="firstOrderOnly"
          label="For which order of a customer"
          before="For"
          after="of a customer."
          options={{ false: 'any order', true: 'the first order' }}
          isFlag
        />
      </Clause>
      <CustomersField />
      <Clause title="How often" fields={['limitInAll', 'limitPerCustomer']}>
        <SentenceInput
          name="limitInAll"
          label="Uses in all"
          after="times in all, and"
          placeholder="any number of"
          inputMode="numeric"
          size={12}
        />
        <SentenceInput
          name="limitPerCustomer"
          label="Uses per customer"
          after="times per customer."
          placeholder="any number of"
          inputMode="numeric"
          size={12}
        />
      </Clause>
      <Clause title={`When (${timeZoneText(timeZone)})`} fields={['beginsAt', 'endsAt']}>
        <SentenceInput name="beginsAt" label="Begins" before="From" type="datetime-local" />
        <SentenceInput name="endsAt" label="Ends" before="until" type="datetime-local" />
      </Clause>
    </Card>
  )
}

function Benefit() {
  const sign = currencySign(useShop().currency)
  const { setValue, getValues, getFieldState, resetField } = useFormContext<DiscountValues>()
  const kind = useWatch<DiscountValues, 'kind'>({ name: 'kind' })

  function handleKind() {
    // What is wrong in a field that is no longer shown could not be mended.
    for (const name of ['percent', 'amount', 'buy', 'get'] as const) if (getFieldState(name).invalid) resetField(name)
    // What one gets is free unless something else is typed.
    const [chosen, percent] = getValues(['kind', 'percent'])
    if (chosen === 'buy-get' && !percent) setValue('percent', '100', { shouldDirty: true })
    if (kind === 'buy-get' && percent === '100') setValue('percent', '', { shouldDirty: true })
  }

  return (
    <>
      {kind === 'percent' && <PercentInput />}
      {kind === 'amount' && (
        <SentenceInput name="amount" label="Amount" before={sign} inputMode="decimal" size={8} read={plainAmount} />
      )}
      <SentenceSelect name="kind" label="Kind of discount" options={kindsOf(sign)} onChange={handleKind} />
      {kind === 'free-delivery' && <span>with</span>}
      {kind === 'buy-get' && (
        <>
          <SentenceInput name="buy" label="Units to buy" before="buy" inputMode="numeric" size={3} />
          <SentenceInput name="get" label="Units to get" before="and get" after="at" inputMode="numeric" size={3} />
          <PercentInput after="% off, of" />
        </>
      )}
    </>
  )
}

const kindsOf = (sign: string): Record<StaffDiscount['kind'], string> => ({
  percent: '% off',
  amount: `${sign.trim()} off`,
  'free-delivery': 'Free delivery',
  'buy-get': 'Buy X, get Y:',
})

const PercentInput = ({ after }: { after?: string }) => (
  <SentenceInput
    name="percent"
    label="Percent"
    {...(after && { after })}
    inputMode="decimal"
    size={5}
    read={plainAmount}
  />
)

/** Addresses of accounts, one in a line. */
function CustomersField() {
  const { field, fieldState } = useController<DiscountValues, 'customers'>({ name: 'customers' })
  const [typed, setTyped] = useState(field.value.join('\n'))
  const isTyped = addressesIn(typed).join() === field.value.join()
  const hasClosed = field.value.some(address => address.endsWith(`@${UNREACHABLE_DOMAIN}`))
  return (
    <Field
      label="Chosen customers"
      optional
      help={`Confirmed email addresses of their accounts, one in a line. Without any, it is for everyone.${
        hasClosed ? ` One at ${UNREACHABLE_DOMAIN} stands for an account that was closed.` : ''
      }`}
      isMissing={false}
      {...(fieldState.error?.message !== undefined && { error: fieldState.error.message })}
    >
      {control => (
        <textarea
          {...control}
          ref={field.ref}
          rows={2}
          value={isTyped ? typed : field.value.join('\n')}
          onBlur={field.onBlur}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            field.onChange(addressesIn(value))
          }}
          autoComplete="off"
          spellCheck={false}
          className="control"
        />
      )}
    </Field>
  )
}

const addressesIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)
