import { passwordChangeForm, type Session } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import type { StoredUser } from '../../../lib/current-user.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { DeviceList, TRY_LATER } from '../../../shared/session/device-list.tsx'
import { twoFactorQuery } from '../../../shared/session/proof-fields.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { newPasswordInput, PasswordRules } from '../../../ui/password-rules.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { ProfileSection } from './profile-parts.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** The user's sessions, this browser first. */
export const sessionsQuery = () => ({ ...dataQuery('GET /users/current-user/sessions'), staleTime: 0 })

export function SecuritySection({ user }: { user: StoredUser }) {
  const twoFactor = useQuery(twoFactorQuery())
  return (
    <ProfileSection id="security" title="Security">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Card heading="h3" title="Password">
            <Password />
          </Card>
          <Card
            title="Two-factor sign-in"
            heading="h3"
            action={twoFactor.data && <Tag>{twoFactor.data.isEnabled ? 'On' : 'Off'}</Tag>}
          >
            <Async query={twoFactor} loading={null} error={TRY_LATER}>
              {state => <TwoFactorPanel state={state} isRecommended={user.role !== 'customer'} />}
            </Async>
          </Card>
        </div>
        <Card heading="h3" title="Where you are signed in">
          <Async query={useQuery(sessionsQuery())} loading={null} error={TRY_LATER}>
            {list => <SessionList sessions={list} />}
          </Async>
        </Card>
      </div>
    </ProfileSection>
  )
}

function Password() {
  const [isChanging, setIsChanging] = useState(false)

  return (
    <>
      <p className="text-ink-2">A new one signs you out on all other devices.</p>
      <Button variant="outline" size={40} className="justify-self-start" onClick={() => setIsChanging(true)}>
        Update password
      </Button>
      {isChanging && <ChangePasswordDialog onClose={() => setIsChanging(false)} />}
    </>
  )
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const after = useRefreshAfter('users')

  return (
    <Dialog onClose={onClose} title="Update password">
      <Form
        schema={passwordChangeForm}
        onSubmit={({ confirmation, ...body }) => after(call('PATCH /users/current-user/password', { body }))}
        onDone={onClose}
        fallback={TRY_LATER}
        invalid="Passwords are incorrect."
        defaultValues={{ oldPassword: '', newPassword: '', confirmation: '' }}
      >
        <TextField name="oldPassword" label="Old password" type="password" autoComplete="current-password" />
        <TextField name="newPassword" label="New password" {...newPasswordInput} />
        <PasswordRules name="newPassword" />
        <TextField name="confirmation" label="Confirm new password" {...newPasswordInput} />
        <p className="type-small text-ink-2">You stay signed in here and are signed out everywhere else.</p>
        <FormActions onCancel={onClose}>Update password</FormActions>
      </Form>
    </Dialog>
  )
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const after = useRefreshAfter('users')
  const endOthers = () => after(call('DELETE /users/current-user/sessions'))
  const end = (id: string) => after(call('DELETE /users/current-user/sessions/:id', { params: { id } }))

  return (
    <>
      <DeviceList sessions={sessions} since="Signed in" signOut={end} />
      {sessions.length > 1 && (
        <Button
          variant="outline"
          size={40}
          className="justify-self-start"
          onClick={() => toastAnswer(endOthers(), TRY_LATER)}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}
