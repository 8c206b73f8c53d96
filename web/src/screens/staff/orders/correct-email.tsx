import { orderEmailInput, type StaffOrder } from '@mela/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useOrderCalls } from './orders.api.ts'

/** A guest may have mistyped it, and then gets no email about the order. */
export function CorrectEmail({ order, email }: { order: StaffOrder; email: string }) {
  const { correctEmail } = useOrderCalls(order._id)
  const [isAsking, setIsAsking] = useState(false)
  const hasCards = order.products.some(({ gifts }) => gifts?.some(({ email }) => email === undefined))
  const close = () => setIsAsking(false)

  return (
    <>
      <Button variant="ghost" size={32} className="-mr-3" onClick={() => setIsAsking(true)}>
        Correct email
      </Button>
      {isAsking && (
        <Dialog onClose={close} title="Correct the email?">
          <Form schema={orderEmailInput} onSubmit={correctEmail} onDone={close} defaultValues={{ email, from: email }}>
            <p className="text-ink-2">
              A link to the order goes to this address, and later emails too. Earlier links end, and who has the order
              open needs the new one.
              {hasCards && (
                <span>
                  {' '}
                  Its gift cards are sent there again with the same codes: whoever reads the mistyped address can spend
                  them. To prevent that, adjust their balance to 0 and make others.
                </span>
              )}
            </p>
            <TextField name="email" label="Email of the customer" type="email" autoComplete="off" />
            <FormActions variant="danger" onCancel={close}>
              Correct and send link
            </FormActions>
          </Form>
        </Dialog>
      )}
    </>
  )
}
