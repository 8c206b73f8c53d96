import { type StaffDiscount, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, foundIn } from '../../../lib/api.ts'
import { listQuery, subjectQuery } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { FieldHistory } from '../layout/field-history.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { DeleteDiscountDialog } from './delete-discount-dialog.tsx'
import { DiscountForm } from './discount-form.tsx'
import { useAfterDiscountChange } from './discounts.api.ts'

export function NewDiscountPage() {
  return (
    <Section title="New discount">
      <BackLink to={staffPaths.discounts}>All discounts</BackLink>
      <DiscountForm />
    </Section>
  )
}

export function DiscountPage() {
  const { discountId = '' } = useParams()
  const discount = useQuery(subjectQuery('GET /discounts/:id', { params: { id: discountId } }))
  const found = foundIn(discount.data)
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)

  return (
    <Section
      title="Edit discount"
      action={
        found && <SectionAction label="Delete discount" icon={Trash2} isQuiet onClick={() => setIsDeleting(true)} />
      }
    >
      <BackLink to={staffPaths.discounts}>All discounts</BackLink>
      <Loaded query={discount} missing="Discount not found.">
        {discount => (
          <>
            <DiscountForm key={discount._id} discount={discount} />
            <DiscountHistory discount={discount} />
          </>
        )}
      </Loaded>
      {found && isDeleting && (
        <DeleteDiscountDialog
          discount={found}
          onClose={() => setIsDeleting(false)}
          onDone={() => void navigate(staffPaths.discounts)}
        />
      )}
    </Section>
  )
}

function DiscountHistory({ discount: { _id } }: { discount: StaffDiscount }) {
  const after = useAfterDiscountChange()

  return (
    <FieldHistory
      queryOf={size => listQuery('GET /discounts/:id/history', { params: { id: _id }, query: { size } })}
      undo={entry => after(call('POST /discounts/:id/history/:entry/undo', { params: { id: _id, entry } }))}
      empty="Nothing was changed yet."
    />
  )
}
