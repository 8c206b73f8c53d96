import { AVATAR_MEGABYTES, AVATAR_MEGAPIXELS } from '@mela/contract'
import type { StoredUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { AvatarUpload } from './avatar-upload.tsx'
import { useRemoveAvatar } from './profile.api.ts'

/** The avatar with its hint and actions. */
export function AvatarField({ user }: { user: StoredUser }) {
  const { mutateAsync: remove, isPending } = useRemoveAvatar()

  async function handleRemove() {
    try {
      toastSuccess((await remove()).message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again...')
    }
  }

  return (
    <div className="flex items-center gap-5">
      <AvatarUpload user={user} size={72} />
      <div className="grid justify-items-start">
        <p className="type-small text-ink-2">
          A JPEG, PNG or WebP of up to {AVATAR_MEGABYTES} MB and {AVATAR_MEGAPIXELS} megapixels. It is cut to a square
          and shown beside your reviews.
        </p>
        {user.avatarUrl && (
          <Button
            variant="ghost"
            size={32}
            className="-ml-3 text-danger!"
            loading={isPending}
            onClick={() => void handleRemove()}
          >
            Remove picture
          </Button>
        )}
      </div>
    </div>
  )
}
