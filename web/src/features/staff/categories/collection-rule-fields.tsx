import { COLLECTION_LABELS, currencySign } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { countLabel } from '../../../lib/format/format.ts'
import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { useShop } from '../../../lib/shop.ts'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { collectionCountQuery, type TypedRule } from './collections.api.ts'

/** The rule of a collection, and the number of products that meet it. Must be inside a collection's form. */
export function CollectionRuleFields() {
  const { currency } = useShop()
  return (
    <fieldset className="grid gap-4 rounded-control border border-line p-4">
      <legend className="sr-only">Rule</legend>
      <p className="type-small text-ink-2">A product is in the collection while it meets all that is given here.</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="maxPrice"
          label={COLLECTION_LABELS.maxPrice}
          optional
          autoComplete="off"
          read={plainAmount}
          inputMode="decimal"
          prefix={currencySign(currency)}
        />
        <TextField
          name="newDays"
          label={COLLECTION_LABELS.newDays}
          optional
          autoComplete="off"
          inputMode="numeric"
          help="30 for “new this month”."
        />
      </div>
      <TextField name="tag" label={COLLECTION_LABELS.tag} optional autoComplete="off" help="One of a product’s tags." />
      <SwitchField name="onSale" label={COLLECTION_LABELS.onSale} />
      <MatchingCount />
    </fieldset>
  )
}

function MatchingCount() {
  const [maxPrice = '', newDays = '', tag = '', onSale = false] = useWatch<TypedRule>({
    name: ['maxPrice', 'newDays', 'tag', 'onSale'],
  }) as [string?, string?, string?, boolean?]
  const rule = useDebounced(JSON.stringify({ maxPrice, newDays, tag, onSale } satisfies TypedRule))
  const { data, isError } = useQuery({ ...collectionCountQuery(rule), enabled: rule !== '' })
  return (
    <p role="status" className="type-ui">
      {isError ? 'The rule is not complete.' : data !== undefined && `${countLabel(data, 'product')} at the moment`}
    </p>
  )
}
