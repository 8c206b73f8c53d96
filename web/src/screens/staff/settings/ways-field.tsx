import { COUNTRIES, CURRENCIES, gatewayNames, PLACE_GROUPS, type Settings, type WayToPay } from '@mela/contract'
import { ChevronDown, X } from 'lucide-react'
import { useId } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { countLabel } from '../../../lib/format.ts'
import { withDecimalPoint } from '../../../lib/staff-format.ts'
import { SelectBox } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FieldGroup, type NamedField } from './entries-field.tsx'

const abouts: Partial<Record<WayToPay, string>> = {
  paypal: 'The buyer pays at PayPal, at once.',
  stripe: 'The buyer pays by card, or by what else your Stripe account has, on Stripe’s page, at once.',
  transfer: 'The order is confirmed at once; you record what arrives. It needs an account below.',
  delivery: 'The order is confirmed at once; the buyer pays whoever brings it, and you record it.',
}

type Way = Settings['payments']['ways'][number]

/** Switches each way to pay, and says which orders it is offered for. Must be inside a `Form`. */
export function WaysField({ name, label, help }: NamedField) {
  const ways: Way[] = useWatch({ name }) ?? []

  return (
    <FieldGroup name={name} label={label} help={help}>
      <ul className="grid gap-3">
        {ways.map(({ way }, index) => (
          <WayRow key={way} way={way} name={`${name}.${index}`} />
        ))}
      </ul>
    </FieldGroup>
  )
}

function WayRow({ way, name }: { way: WayToPay; name: string }) {
  const { field } = useController({ name: `${name}.isOn` })
  const offer: Way = useWatch({ name })

  return (
    <li className="rounded-control border border-line p-3 sm:p-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <span className="block font-medium">{gatewayNames[way]}</span>
          <span className="type-small text-ink-2">{abouts[way]}</span>
        </div>
        <Switch label={`Offer ${gatewayNames[way]}`} checked={Boolean(field.value)} onChange={field.onChange} />
      </div>
      {field.value && (
        <details className="mt-2">
          <summary className="flex min-h-9 w-fit cursor-pointer items-center gap-1.5 text-ink-2 underline-offset-3 hover:underline pointer-coarse:min-h-11">
            <span>{whereOf(offer)}</span> <ChevronDown className="size-4" />
          </summary>
          <div className="grid gap-4 pt-3 sm:grid-cols-2">
            <CodesField
              name={`${name}.countries`}
              label="Countries"
              noun="a country"
              names={{ ...PLACES, ...COUNTRIES }}
              all="Every country that is sold to"
            />
            <CodesField
              name={`${name}.currencies`}
              label="Currencies"
              noun="a currency"
              names={CURRENCY_NAMES}
              all="Every currency that it takes"
            />
            {(['from', 'to'] as const).map(bound => (
              <TextField
                key={bound}
                name={`${name}.${bound}`}
                label={bound === 'from' ? 'Orders from' : 'Orders up to'}
                optional
                read={withDecimalPoint}
                inputMode="decimal"
                autoComplete="off"
              />
            ))}
          </div>
        </details>
      )}
    </li>
  )
}

const { EU = '' } = PLACE_GROUPS
const PLACES = { EU }
const CURRENCY_NAMES = Object.fromEntries(CURRENCIES.map(code => [code, code]))

/** 'For all orders', or 'In 2 countries, from 10, up to 500'. The bounds are texts while they are typed. */
function whereOf({ countries, currencies, from, to }: Way): string {
  const rules = [
    countries.length > 0 && `in ${countLabel(countries.length, 'country', 'countries')}`,
    currencies.length > 0 && `in ${currencies.join(', ')}`,
    from && `from ${from}`,
    to && `up to ${to}`,
  ].filter(Boolean)
  return rules.length === 0 ? 'For all orders' : `For orders ${rules.join(', ')}`
}

interface CodesFieldProps {
  name: string
  label: string
  /** As in 'Add a country'. */
  noun: string
  names: Record<string, string>
  /** What no code means. */
  all: string
}

/** Chooses codes by name; the first choice ends that all are meant. */
function CodesField({ name, label, noun, names, all }: CodesFieldProps) {
  const { setValue } = useFormContext()
  const chosen: string[] = useWatch({ name }) ?? []
  const id = useId()
  const change = (codes: string[]) => setValue(name, codes, { shouldDirty: true, shouldValidate: true })
  const options = Object.entries(names).map(([value, label]) => ({ value, label }))

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="type-ui">
        {label}
      </label>
      <SelectBox
        id={id}
        value=""
        onChange={({ target }) => change([...chosen, target.value])}
        placeholder={`Add ${noun}`}
        options={options.filter(({ value }) => !chosen.includes(value))}
      />
      {chosen.length === 0 ? (
        <p className="type-small text-ink-2">{all}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map(code => (
            <li key={code}>
              <button
                type="button"
                aria-label={`Remove ${names[code] ?? code}`}
                onClick={() => change(chosen.filter(other => other !== code))}
                className="inline-flex min-h-8 items-center gap-1 rounded-full border border-line px-2.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
              >
                <span>{names[code] ?? code}</span> <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
