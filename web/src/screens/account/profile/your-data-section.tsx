import { API_BASE, type OwnerProof, paths, proofFor } from '@mela/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { ProofFields, useHasTwoFactor } from '../../../shared/session/proof-fields.tsx'
import { useForgetOnArrival } from '../../../shared/session/sign-out.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { toastRefusal, toastSuccess } from '../../../ui/toast.tsx'
import { ProfileSection } from './profile-parts.tsx'

const ownDataUrl = `${API_BASE}/users/current-user/data`

const WORD = 'DELETE'

export function YourDataSection() {
  const [isDeleting, setIsDeleting] = useState(false)

  return (
    <ProfileSection id="your-data" title="Your data">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <Card heading="h3" title="Take it along">
          <p className="text-ink-2">
            All that the shop knows of you in one file: profile, addresses, cart, orders, payments, gift cards, reviews,
            and where you are signed in.
          </p>
          <a
            href={ownDataUrl}
            download="my-data.json"
            className={buttonClass({ variant: 'outline', size: 40, className: 'justify-self-start' })}
          >
            <Download /> Download my data
          </a>
        </Card>
        <Card heading="h3" title="Leave for good">
          <p className="text-ink-2">
            Your name, email, addresses and picture are erased. This cannot be undone, nor be done while an order is
            being packed or on its way.
          </p>
          <Button
            variant="outline"
            size={40}
            className="justify-self-start text-danger!"
            onClick={() => setIsDeleting(true)}
          >
            Delete account
          </Button>
        </Card>
        <RemindersSwitch />
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </ProfileSection>
  )
}

const remindersQuery = () => dataQuery('GET /users/current-user/reminders')

/** Shown where the shop sends reminders. */
function RemindersSwitch() {
  const queryClient = useQueryClient()
  const { data: reminders } = useQuery(remindersQuery())
  const change = useMutation({
    mutationFn: (isOn: boolean) => call('PUT /users/current-user/reminders', { body: { isOn } }),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(remindersQuery().queryKey, data)
      toastSuccess(message)
    },
    onError: error => toastRefusal(error),
  })
  if (!reminders?.isOffered) return null

  return (
    <div className="lg:col-span-2">
      <Card heading="h3" title="Reminders">
        <div className="flex items-center justify-between gap-4">
          <p className="text-ink-2">One email when you left something in your cart or did not pay an order.</p>
          <Switch
            label="Email me once about what I left"
            checked={reminders.isOn}
            busy={change.isPending}
            onChange={isOn => change.mutate(isOn)}
          />
        </div>
      </Card>
    </div>
  )
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { retentionYears } = useShop()
  const forgetOnArrival = useForgetOnArrival()
  const navigate = useNavigate()

  async function deleteAccount(body: OwnerProof) {
    const { message } = await call('DELETE /users/current-user', { body })
    toastSuccess(message)
    forgetOnArrival()
    await navigate(paths.home)
  }

  return (
    <Dialog onClose={onClose} title="Delete your account?">
      <p className="text-ink-2">
        Your name, email, addresses and picture are erased for good. Orders that are not paid are cancelled and lose
        your name and address; paid or invoiced ones keep them for <span>{retentionYears}</span> years, as tax law
        wants. Reviews stay, without your name.
      </p>
      <Form schema={proofFor(useHasTwoFactor())} onSubmit={deleteAccount} defaultValues={{ password: '' }}>
        <ProofFields />
        <Field label={`Type ${WORD} to go on`}>
          {control => (
            <input
              {...control}
              className="control"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormActions variant="danger" disabled={typed.trim() !== WORD} onCancel={onClose}>
          Delete account
        </FormActions>
      </Form>
    </Dialog>
  )
}
