import type { Address, OrderInput } from '@mela/contract'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useShop } from '../../lib/shop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Field } from '../../ui/text-field.tsx'
import { AddressCard, AddressDialog, AddressForm } from './address-form.tsx'

export interface Billing extends Pick<OrderInput, 'company' | 'taxNumber'> {
  /** Left out: the delivery address. */
  billingAddress?: Address | undefined
}

interface BillingFieldsProps extends Billing {
  /** Of a guest, whose addresses are kept in the browser alone. */
  guestEmail?: string | undefined
  onChange: (change: Billing) => void
}

/** Who is billed beside the person who gets the parcel; closed until something of it is wanted. */
export function BillingFields({ company, taxNumber, billingAddress, guestEmail, onChange }: BillingFieldsProps) {
  const { taxFreeCompanies } = useShop()
  const [isAdding, setIsAdding] = useState(false)
  // Emptying its last field must not close it.
  const [isOpen] = useState(Boolean(company || taxNumber || billingAddress))
  const chooseAddress = (address: Address | undefined) => onChange({ billingAddress: address })

  return (
    <details open={isOpen} className="grid gap-4">
      <summary className="type-ui min-h-11 cursor-pointer content-center">Bill to a company or another address</summary>
      <div className="grid gap-4 pt-2">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <BillingText
            label="Company"
            value={company}
            autoComplete="organization"
            onChange={company => onChange({ company })}
          />
          <BillingText
            label="Tax number"
            help={
              taxFreeCompanies === 'none'
                ? 'VAT number or GSTIN, for the invoice'
                : 'VAT number: companies abroad may buy without tax'
            }
            value={taxNumber}
            onChange={taxNumber => onChange({ taxNumber })}
          />
        </div>
        {billingAddress && <AddressCard address={billingAddress} />}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size={40} onClick={() => setIsAdding(true)}>
            <Plus /> <span>{billingAddress ? 'Another billing address' : 'Add billing address'}</span>
          </Button>
          {billingAddress && (
            <Button variant="ghost" size={40} onClick={() => chooseAddress(undefined)}>
              Bill to the delivery address
            </Button>
          )}
        </div>
      </div>
      {isAdding && guestEmail === undefined && (
        <AddressDialog onClose={() => setIsAdding(false)} onSaved={chooseAddress} />
      )}
      {isAdding && guestEmail !== undefined && (
        <GuestDialog email={guestEmail} onClose={() => setIsAdding(false)} onSaved={chooseAddress} />
      )}
    </details>
  )
}

interface BillingTextProps {
  label: string
  help?: string
  value: string | undefined
  autoComplete?: string
  onChange: (value: string | undefined) => void
}

function BillingText({ label, help, value, autoComplete = 'off', onChange }: BillingTextProps) {
  return (
    <Field label={label} help={help} optional>
      {control => (
        <input
          {...control}
          className="control"
          autoComplete={autoComplete}
          defaultValue={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || undefined)}
        />
      )}
    </Field>
  )
}

interface GuestDialogProps {
  email: string
  onClose: () => void
  onSaved: (address: Address) => void
}

function GuestDialog({ email, onClose, onSaved }: GuestDialogProps) {
  const isDone = useRef(true)

  function handleSubmit({ address }: { address: Address }) {
    onSaved(address)
    onClose()
  }

  return (
    <Dialog onClose={onClose} title="Billing address">
      <AddressForm
        address={undefined}
        isDone={isDone}
        onSaved={onSaved}
        guest={{ email, onSubmit: handleSubmit, frame: fields => fields }}
      >
        <FormActions onCancel={onClose}>Use address</FormActions>
      </AddressForm>
    </Dialog>
  )
}
