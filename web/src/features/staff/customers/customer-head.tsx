import type { User } from '@mela/contract'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'

export function CustomerHead({ user: { name, email, avatar } }: { user: User }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar firstName={name.firstName} url={avatar?.url} size={56} />
      <div className="min-w-0">
        <h2 className="wrap-anywhere font-semibold text-xl">
          {name.firstName} {name.lastName}
        </h2>
        <a href={`mailto:${email}`} className={`${textLink} wrap-anywhere`}>
          {email}
        </a>
      </div>
    </div>
  )
}
