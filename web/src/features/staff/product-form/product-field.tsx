import { currencySign, type ProductField as Description, PRODUCT_FIELDS, type ProductFieldName } from '@mela/contract'
import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { useShop } from '../../../lib/shop.ts'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

interface ProductFieldProps {
  /** Name of a text, a number or a switch. */
  name: ProductFieldName
  /** Called after a switch was changed. */
  onSwitch?: () => void
}

/** The input of a field, by its entry in `PRODUCT_FIELDS`. Must be inside a `Form`. */
export function ProductField({ name, onSwitch }: ProductFieldProps) {
  const { currency } = useShop()
  const { kind, label, help, rows, max, ...field }: Description = PRODUCT_FIELDS[name]
  if (kind === 'flag') return <SwitchField name={name} label={label} help={help} onSwitch={onSwitch} />

  const text = { name, label, help, optional: field.default === null, autoComplete: 'off' }
  if (kind === 'text') return <TextField {...text} multiline={rows !== undefined} rows={rows} counter={rows && max} />

  const number = { ...text, read: plainAmount }
  return kind === 'amount' ? (
    <TextField {...number} inputMode="decimal" prefix={currencySign(currency)} />
  ) : (
    <TextField {...number} inputMode="numeric" />
  )
}
