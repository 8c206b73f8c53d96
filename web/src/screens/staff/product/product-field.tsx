import {
  currencySign,
  type ProductField as Description,
  PRODUCT_FIELDS,
  type ProductFieldName,
  paths,
} from '@mela/contract'
import { useEffect, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { plainAmount } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { suggestSlug } from '../../../ui/suggest-slug.ts'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ProductValues } from './product-values.ts'

interface ProductFieldProps {
  /** Name of a text, a slug, a number or a switch. */
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
  if (kind === 'slug') return <TextField {...text} autoCapitalize="none" spellCheck={false} help={<SlugHelp />} />
  if (kind === 'text') return <TextField {...text} multiline={rows !== undefined} rows={rows} counter={rows && max} />

  const number = { ...text, read: plainAmount }
  return kind === 'amount' ? (
    <TextField {...number} inputMode="decimal" prefix={currencySign(currency)} />
  ) : (
    <TextField {...number} inputMode="numeric" />
  )
}

/** The address that the product will have. */
function SlugHelp() {
  const [name, slug] = useWatch<ProductValues, ['name', 'slug']>({ name: ['name', 'slug'] })
  const { defaultValues } = useFormState<ProductValues>()
  const suggested = useSuggestion(name)
  const typed = slug.trim()

  return (
    <>
      <span className="break-all font-mono text-ink">{paths.product(typed || suggested || '…')}</span>{' '}
      {!typed && <span>{PRODUCT_FIELDS.slug.help} </span>}
      {defaultValues?.slug && typed !== defaultValues.slug && <span>The old address leads here.</span>}
    </>
  )
}

/** The slug that the server makes of a name, unless another product has it. */
function useSuggestion(name: string): string {
  const [suggested, setSuggested] = useState('')
  useEffect(() => {
    let isPresent = true
    void suggestSlug(name).then(slug => isPresent && setSuggested(slug.replace(/^-+|-+$/g, '')))
    return () => {
      isPresent = false
    }
  }, [name])
  return suggested
}
