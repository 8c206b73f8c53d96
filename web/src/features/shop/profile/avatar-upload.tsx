import { Camera } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { StoredUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { reducePicture } from '../../../ui/forms/reduce-picture.ts'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { useUploadAvatar } from './profile.api.ts'

/** Twice the edge that is shown, in pixels. */
const LARGEST_AVATAR = 1024

interface AvatarUploadProps {
  user: StoredUser
  /** Edge in pixels. */
  size: number
}

/** The avatar is the button that changes it; a chosen file is uploaded at once. */
export function AvatarUpload({ user, size }: AvatarUploadProps) {
  const { mutateAsync: upload, isPending } = useUploadAvatar()

  async function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [file] = input.files ?? []
    if (!file || isPending) return
    try {
      toastSuccess((await upload(await reducePicture(file, LARGEST_AVATAR))).message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again...')
    }
    // Otherwise choosing the same file again would fire no event.
    input.value = ''
  }

  return (
    <label
      aria-busy={isPending || undefined}
      className="group relative inline-grid shrink-0 cursor-pointer rounded-full outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <Avatar firstName={user.name.firstName} url={user.avatarUrl} size={size} />
      {isPending && (
        <span className="absolute inset-0 grid place-items-center rounded-full bg-paper/75">
          <Spinner />
        </span>
      )}
      <span className="absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full border-2 border-paper bg-ink text-paper transition-colors group-hover:bg-brand group-hover:text-on-brand">
        <Camera className="size-4" />
      </span>
      <input
        type="file"
        accept="image/*"
        aria-label="Upload a picture of you"
        className="sr-only"
        onChange={event => void handleChange(event)}
      />
    </label>
  )
}
