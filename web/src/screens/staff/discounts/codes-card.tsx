import { API_BASE, IDEMPOTENCY_HEADER, MOST_NEW_CODES, type StaffDiscount } from '@mela/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/headings.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import type { DiscountValues } from './discount-form.tsx'
import { useAfterDiscountChange } from './discounts.api.ts'

/** Codes for one order each: makes them, and downloads them. Must be inside the discount's form. */
export function CodesCard({ discount }: { discount: StaffDiscount | undefined }) {
  const [isAutomatic, code] = useWatch<DiscountValues, ['isAutomatic', 'code']>({ name: ['isAutomatic', 'code'] })
  if (isAutomatic || (code && !discount?.singleCodes)) return null

  return (
    <Card title="Codes for one order each">
      {discount ? (
        <Codes discount={discount} />
      ) : (
        <p className="text-ink-2">Save the discount first, then make codes.</p>
      )}
    </Card>
  )
}

function Codes({ discount: { _id: id, code, singleCodes, usedCodes } }: { discount: StaffDiscount }) {
  const after = useAfterDiscountChange()
  const [key] = useState(createRequestKey)
  const [count, setCount] = useState('100')
  const [prefix, setPrefix] = useState('')

  async function handleMake() {
    const body = { count: Number(count), prefix }
    const headers = { [IDEMPOTENCY_HEADER]: key.of(body) }
    const isMade = await toastAnswer(after(call('POST /discounts/:id/codes', { params: { id }, body, headers })))
    if (isMade) key.renew()
  }

  return (
    <>
      <p>{singleCodes === 0 ? 'None yet.' : `${countLabel(singleCodes, 'code')}, ${usedCodes} of them used.`}</p>
      {singleCodes > 0 && (
        <ButtonLink to={`${API_BASE}/discounts/${id}/codes/export`} reloadDocument download variant="outline" size={40}>
          <Download className="size-4.5" /> Download CSV
        </ButtonLink>
      )}
      {code === null && (
        <div className="grid grid-cols-2 items-end gap-3">
          <label className="grid gap-1.5">
            <span className="type-ui">How many</span>
            <input
              type="number"
              min={1}
              max={MOST_NEW_CODES}
              value={count}
              onChange={({ currentTarget }) => setCount(currentTarget.value)}
              className="control"
            />
          </label>
          <label className="grid gap-1.5">
            <span className="type-ui">Begin with</span>
            <input
              value={prefix}
              maxLength={12}
              placeholder="SPRING"
              autoComplete="off"
              onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
              className="control"
            />
          </label>
          <Button variant="outline" size={40} className="col-span-2" loading={false} onClick={handleMake}>
            Make codes
          </Button>
        </div>
      )}
    </>
  )
}
