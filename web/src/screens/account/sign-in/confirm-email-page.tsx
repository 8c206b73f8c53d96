import { paths } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { refreshUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/form.tsx'
import { PageTitle } from '../../../ui/headings.tsx'

/** Requires a press: mail scanners open links too, and must confirm nothing. */
export function ConfirmEmailPage() {
  const [search] = useSearchParams()
  const confirm = useConfirmEmail()
  const token = search.get('token')

  return (
    <>
      <PageTitle title="Confirm your email" heading="Confirm your email" />
      {confirm.data ? (
        <Confirmed text={confirm.data.message} />
      ) : token ? (
        <>
          <p className="text-ink-2">One press, and we know that this address is yours.</p>
          <FailureNote text={confirm.error ? failureOf(confirm.error) : undefined} />
          <Button variant="primary" wide loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
            This address is mine
          </Button>
        </>
      ) : (
        <p className="text-ink-2">This link is not complete. Please open the one in the email.</p>
      )}
    </>
  )
}

const failureOf = (error: Error) => toRefusal(error).message ?? 'An error occurred while confirming your email.'

function Confirmed({ text }: { text: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-5 text-center">
      <CircleCheck className="size-10 stroke-[1.25] text-success" />
      <p className="text-ink-2">{text}</p>
      <ButtonLink to={paths.home} variant="primary" wide>
        Go to the shop
      </ButtonLink>
    </div>
  )
}

function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/confirm-email', { body: { token } }),
    // A confirmation may have changed the account's email address.
    onSuccess: () => Promise.all([refreshUser(), refresh(queryClient, 'users')]),
  })
}
