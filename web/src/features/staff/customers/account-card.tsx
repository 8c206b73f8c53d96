import type { CustomerOverview, User } from '@mela/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CustomerSwitch } from './customer-switch.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { roleTexts } from './roles.ts'

interface AccountCardProps {
  user: User
  overview: CustomerOverview
}

/** Account state, role and security of a user. */
export function AccountCard({ user, overview: { isEmailConfirmed, hasTwoFactor } }: AccountCardProps) {
  const [isChangingRole, setIsChangingRole] = useState(false)

  return (
    <Card title="Account">
      <dl className="grid divide-y divide-line">
        <Fact term="Active">
          <CustomerSwitch customer={user} />
        </Fact>
        <Fact term="Role">
          <span>{roleTexts[user.role].name}</span>
          <Button variant="outline" size={32} onClick={() => setIsChangingRole(true)}>
            Change role
          </Button>
        </Fact>
        <Fact term="Email">{isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}</Fact>
        <Fact term="Two-factor sign-in">{hasTwoFactor ? 'On' : 'Off'}</Fact>
      </dl>
      {isChangingRole && (
        <RoleDialog user={user} isEmailConfirmed={isEmailConfirmed} onClose={() => setIsChangingRole(false)} />
      )}
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4">
      <dt className="text-ink-2">{term}</dt>
      <dd className="flex items-center gap-3 font-medium">{children}</dd>
    </div>
  )
}
