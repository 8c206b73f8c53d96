import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeHistory, HISTORY_STEP } from '../../../ui/values/change-history.tsx'
import { FormCard } from './form-card.tsx'
import { productHistoryQuery, useUndoChange } from './product-history.api.ts'

/** Audit events of a product, newest first; each change can be undone once. */
export function ProductHistory({ productId }: { productId: string }) {
  const [size, setSize] = useState(HISTORY_STEP)
  const history = useQuery(productHistoryQuery(productId, size))

  return (
    <FormCard title="History">
      <p className="text-ink-2">Undo brings back earlier values. The stock stays as it is.</p>
      <ChangeHistory
        query={history}
        undo={useUndoChange(productId)}
        empty="Nothing was changed since the product came into the shop."
        entryOf={change => change}
        onMore={() => setSize(size + HISTORY_STEP)}
      />
    </FormCard>
  )
}
