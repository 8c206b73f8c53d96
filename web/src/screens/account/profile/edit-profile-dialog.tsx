import { AVATAR_MEGABYTES, AVATAR_MEGAPIXELS, profileForm, type User } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type ChangeEvent, useMemo, useRef, useTransition } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { rememberUser, type StoredUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { reducePicture } from '../../../lib/reduce-picture.ts'
import { ProofFields, useHasTwoFactor } from '../../../shared/session/proof-fields.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { Spinner } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

const AVATAR_FAILED = 'Something went wrong, please try again...'

/** Shows the changed user in the header at once and reloads what shows name or avatar. */
function useShowChanged() {
  const queryClient = useQueryClient()
  return async <Answer extends { data: User }>(change: Promise<Answer>) => {
    const answer = await change
    rememberUser(answer.data)
    // A new email address is unconfirmed and signs out the other devices; reviews of products show the user's name.
    void refresh(queryClient, 'users', 'products')
    return answer
  }
}

export function EditProfileDialog({ user, onClose }: { user: StoredUser; onClose: () => void }) {
  const showChanged = useShowChanged()
  const hasTwoFactor = useHasTwoFactor()
  const { email, name } = user
  const isDone = useRef(false)
  const schema = useMemo(() => profileForm({ email, hasTwoFactor }), [email, hasTwoFactor])

  function endEdit() {
    isDone.current = true
    onClose()
  }

  return (
    <Dialog onClose={onClose} title="Edit profile">
      <AvatarField user={user} />
      <Form
        schema={schema}
        onSubmit={body => showChanged(call('PATCH /users/current-user', { body }))}
        onDone={endEdit}
        fallback="Something went wrong, please try again later."
        invalid="Please fill in all the details correctly."
        defaultValues={{ name, email }}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField name="name.firstName" label="First name" autoComplete="given-name" />
          <TextField name="name.lastName" label="Last name" autoComplete="family-name" />
        </div>
        <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
        <ProofOfMove email={email} />
        <KeepTyped name="profile" isDone={isDone} />
        <FormActions onCancel={endEdit}>Save profile</FormActions>
      </Form>
    </Dialog>
  )
}

function ProofOfMove({ email }: { email: string }) {
  const hasTwoFactor = useHasTwoFactor()
  const typed = useWatch({ name: 'email' })
  if (String(typed).trim().toLowerCase() === email) return null

  return (
    <>
      <p className="type-small text-ink-2" role="status">
        {`Your password protects your address. ${
          hasTwoFactor
            ? 'The new one counts once you have opened the link that we send there; then you are signed out everywhere else.'
            : 'With the new one you stay signed in here and are signed out everywhere else.'
        }`}
      </p>
      <ProofFields />
    </>
  )
}

function AvatarField({ user }: { user: StoredUser }) {
  const showChanged = useShowChanged()
  const handleRemove = () => toastAnswer(showChanged(call('DELETE /users/current-user/avatar')), AVATAR_FAILED)

  return (
    <div className="flex items-center gap-5">
      <AvatarUpload user={user} size={72} />
      <div className="grid justify-items-start">
        <p className="type-small text-ink-2">
          A JPEG, PNG or WebP of up to {AVATAR_MEGABYTES} MB and {AVATAR_MEGAPIXELS} megapixels. It is cut to a square
          and shown beside your reviews.
        </p>
        {user.avatarUrl && (
          <Button variant="ghost" size={32} className="-ml-3 text-danger!" onClick={handleRemove}>
            Remove picture
          </Button>
        )}
      </div>
    </div>
  )
}

/** Twice the edge that is shown, in pixels. */
const LARGEST_AVATAR = 1024

/** The avatar is the button that changes it; a chosen file is uploaded at once. */
export function AvatarUpload({ user, size }: { user: StoredUser; size: number }) {
  const showChanged = useShowChanged()
  const [isPending, startUpload] = useTransition()

  async function upload(file: File) {
    const form = new FormData()
    form.append('avatar', await reducePicture(file, LARGEST_AVATAR))
    return showChanged(call('PATCH /users/current-user/avatar', { form }))
  }

  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [file] = input.files ?? []
    if (!file || isPending) return
    startUpload(async () => {
      await toastAnswer(upload(file), AVATAR_FAILED)
      // Otherwise choosing the same file again would fire no event.
      input.value = ''
    })
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
        onChange={handleChange}
      />
    </label>
  )
}
