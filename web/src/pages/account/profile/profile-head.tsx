import type { EmailConfirmation } from '@mela/contract'
import { useState } from 'react'
import { AvatarUpload } from '../../../features/shop/profile/avatar-upload.tsx'
import { EditProfileDialog } from '../../../features/shop/profile/edit-profile-dialog.tsx'
import { PendingEmailNote, UnconfirmedNote } from '../../../features/shop/recovery/pending-email-note.tsx'
import type { StoredUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useIsCutOff } from '../../../ui/forms/keep-typed.tsx'

interface ProfileHeadProps {
  user: StoredUser
  hasTwoFactor: boolean
  confirmation: EmailConfirmation | undefined
}

export function ProfileHead({ user, hasTwoFactor, confirmation }: ProfileHeadProps) {
  const [isEditing, setIsEditing] = useState(useIsCutOff('profile'))
  const { firstName, lastName } = user.name

  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <div className="flex min-w-0 items-center gap-5 sm:gap-6">
        <AvatarUpload user={user} size={88} />
        <div className="min-w-0">
          <h1 dir="auto" tabIndex={-1} className="type-h1 wrap-anywhere">
            {`${firstName} ${lastName}`}
          </h1>
          <p className="mt-1.5 truncate text-ink-2">{user.email}</p>
          {confirmation && <EmailNote {...confirmation} />}
        </div>
      </div>
      <Button variant="outline" size={40} className="max-sm:w-full sm:ml-auto" onClick={() => setIsEditing(true)}>
        Edit profile
      </Button>
      {isEditing && <EditProfileDialog user={user} hasTwoFactor={hasTwoFactor} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

function EmailNote({ confirmed, pending }: EmailConfirmation) {
  if (pending) return <PendingEmailNote email={pending} />
  return confirmed ? null : <UnconfirmedNote />
}
