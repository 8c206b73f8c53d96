import { visitorPasswordInput } from '@mela/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

const visitorPasswordQuery = queryOptions({
  queryKey: ['settings', 'visitors'],
  queryFn: async () => (await call('GET /settings/visitors')).data.hasPassword,
})

const FAILED = 'An error occurred while saving the password.'

/** Sets the password for visitors of a closed shop. Only its hash is stored, so it can be replaced but not shown. */
export function VisitorPasswordCard() {
  const id = useId()
  const queryClient = useQueryClient()
  const { data: hasPassword = false } = useQuery(visitorPasswordQuery)
  const [saved, setSaved] = useState(0)

  async function change(password: string | null) {
    const answer = await call('PUT /settings/visitors', { body: { password } })
    queryClient.setQueryData(visitorPasswordQuery.queryKey, answer.data.hasPassword)
    setSaved(saved + 1)
    return answer
  }

  return (
    <section aria-labelledby={id} className="min-w-0 rounded-tile border border-line bg-surface p-5">
      <h2 id={id} className="type-h3 pb-3">
        Password for visitors
      </h2>
      <Form
        key={saved}
        schema={visitorPasswordInput}
        defaultValues={{ password: '' }}
        onSubmit={({ password }) => change(password)}
        fallback={FAILED}
      >
        <TextField
          name="password"
          label={hasPassword ? 'Another password' : 'Password'}
          help={
            hasPassword
              ? 'There is a password: visitors who have it see the closed shop. Another one asks them to enter again.'
              : 'Visitors who have it see the shop while it is closed. Without one, staff alone do.'
          }
          autoComplete="off"
        />
        <div className="flex justify-end gap-3">
          {hasPassword && (
            <Button
              variant="ghost"
              size={40}
              className="text-danger!"
              onClick={() => toastAnswer(change(null), FAILED)}
            >
              Remove
            </Button>
          )}
          <SubmitButton variant="default" size={40} aria-label="Save the password for visitors">
            Save
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}
