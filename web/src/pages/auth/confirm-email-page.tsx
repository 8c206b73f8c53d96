import { paths } from '@mela/contract'
import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useConfirmEmail } from '../../features/shop/recovery/email-confirmation.api.ts'
import { toRefusal } from '../../lib/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { FailureNote } from '../../ui/forms/failure-note.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'

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
