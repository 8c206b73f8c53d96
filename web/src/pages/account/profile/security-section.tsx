import type { Session, TwoFactorState } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangePasswordDialog } from '../../../features/shop/auth/change-password-dialog.tsx'
import { SessionList } from '../../../features/shop/security/session-list.tsx'
import { TwoFactorPanel } from '../../../features/shop/security/two-factor-panel.tsx'
import type { StoredUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { ProfileSection } from './profile-section.tsx'

const error = 'Something went wrong, please try again later.'

interface SecuritySectionProps {
  user: StoredUser
  twoFactor: UseQueryResult<TwoFactorState>
  sessions: UseQueryResult<Session[]>
}

export function SecuritySection({ user, twoFactor, sessions }: SecuritySectionProps) {
  return (
    <ProfileSection id="security" title="Security">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Panel title="Password">
            <Password />
          </Panel>
          <Panel title="Two-factor sign-in" aside={twoFactor.data && <OnOrOff isOn={twoFactor.data.isEnabled} />}>
            <Async query={twoFactor} loading={null} error={error}>
              {state => <TwoFactorPanel state={state} isRecommended={user.role !== 'customer'} />}
            </Async>
          </Panel>
        </div>
        <Panel title="Where you are signed in">
          <Async query={sessions} loading={null} error={error}>
            {list => <SessionList sessions={list} />}
          </Async>
        </Panel>
      </div>
    </ProfileSection>
  )
}

function Password() {
  const [isChanging, setIsChanging] = useState(false)

  return (
    <>
      <p className="text-ink-2">A new one signs you out on all other devices.</p>
      <Button variant="outline" size={40} className="mt-4" onClick={() => setIsChanging(true)}>
        Update password
      </Button>
      <ChangePasswordDialog open={isChanging} onClose={() => setIsChanging(false)} />
    </>
  )
}

function OnOrOff({ isOn }: { isOn: boolean }) {
  return (
    <span
      className={`inline-flex h-6 items-center rounded-full px-2.5 font-medium text-xs ${isOn ? 'bg-success-soft text-success' : 'bg-ink/6 text-ink-2'}`}
    >
      {isOn ? 'On' : 'Off'}
    </span>
  )
}

function Panel({ title, aside, children }: { title: string; aside?: Elements; children: Elements }) {
  return (
    <section aria-label={title} className="rounded-tile border border-line bg-surface p-5">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="type-h3">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
