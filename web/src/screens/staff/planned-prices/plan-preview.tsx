import { type BodyOf, type Calls, type PlannedPricePreview, reductionKinds } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { plainAmount } from '../../../lib/staff-format.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Card } from '../../../ui/headings.tsx'
import type { PlanValues } from './planned-price-form.tsx'

/** How many products the sale would reduce if it began now, and some of them. Must be inside its form. */
export function PlanPreview() {
  const price = usePrice()
  const [target, kind, value] = useWatch<PlanValues, ['target', 'kind', 'value']>({ name: ['target', 'kind', 'value'] })
  const amount = Number(plainAmount(String(value)))
  const isComplete = target.ids.length > 0 && amount > 0 && reductionKinds.includes(kind)
  const asked = useDebounced(isComplete ? JSON.stringify({ target, kind, value: amount } satisfies Previewed) : '')
  const { data, isError } = useQuery({
    ...previewQuery(asked ? (JSON.parse(asked) as Previewed) : { target, kind, value: amount }),
    enabled: asked !== '',
  })
  const shown = isComplete && !isError ? data : undefined

  return (
    <Card title="If it began now">
      <p role="status">
        <span>{textOf({ isComplete, isError, shown })}</span>
      </p>
      {shown && shown.examples.length > 0 && (
        <table className="w-full">
          <caption className="sr-only">Examples of prices</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Price now</th>
              <th scope="col">Price in the sale</th>
            </tr>
          </thead>
          <tbody>
            {shown.examples.map(({ _id, name, from, to }) => (
              <tr key={_id} className="border-line not-last:border-b">
                <th scope="row" dir="auto" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-2 pr-3 text-right text-ink-2 tabular-nums">{price(from)}</td>
                <td className="py-2 text-right font-semibold tabular-nums">{price(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

interface Shown {
  isComplete: boolean
  isError: boolean
  shown: PlannedPricePreview | undefined
}

function textOf({ isComplete, isError, shown }: Shown): string {
  if (!isComplete) return 'Choose products and a price to see examples.'
  if (!shown) return isError ? 'This price cannot be shown.' : ''
  const { products, reduced } = shown
  if (products === 0) return 'There is no product here.'
  if (reduced === products) return `${countLabel(products, 'product')} would cost less.`
  return `${reduced} of ${countLabel(products, 'product')} would cost less. The others cost less already.`
}

type Previewed = BodyOf<Calls['POST /planned-prices/preview']>

const previewQuery = (body: Previewed) =>
  queryOptions({
    queryKey: ['planned-prices', 'preview', body],
    queryFn: async () => (await call('POST /planned-prices/preview', { body })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
