import { slugOf } from '@mela/contract'
import type { ComponentProps, FocusEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { TextField } from './text-field.tsx'

/** Must be inside a `Form`. */
export const SlugField = (props: Omit<ComponentProps<typeof TextField>, 'name'>) => (
  <TextField {...props} name="slug" autoComplete="off" autoCapitalize="none" spellCheck={false} />
)

/** Fills an empty slug when the field `name` is left; `fit` makes a suggestion fit its rules. */
export function useSlugFrom(name: string, fit = (slug: string) => slug) {
  const { register, getValues, setValue } = useFormContext<Record<string, string>>()
  const isEmpty = () => getValues('slug')?.trim() === ''

  async function handleLeft({ relatedTarget }: FocusEvent) {
    if (!isEmpty()) return
    const typed = getValues(name) ?? ''
    // A form that is being submitted does not wait.
    const suggested = fit(slugAtHand(typed) ?? (await suggestSlug(typed)))
    if (!suggested || !isEmpty()) return
    setValue('slug', suggested, { shouldValidate: true, shouldDirty: true })
    // A user who moves on to the slug can overwrite the suggestion.
    if (relatedTarget instanceof HTMLInputElement && relatedTarget.name === 'slug') relatedTarget.select()
  }
  // The TextField registers the same name again and keeps this onBlur.
  register(name, { onBlur: handleLeft, onChange: ({ target }) => void suggestSlug(target.value) })
}

let tables: typeof import('@mela/contract/make-slug') | undefined

/** The slug for a typed name. The tables for letters beyond ASCII are loaded when a name has one; offline it is ''. */
export async function suggestSlug(name: string): Promise<string> {
  if (slugAtHand(name) === undefined) tables = await import('@mela/contract/make-slug').catch(() => undefined)
  return slugAtHand(name) ?? ''
}

function slugAtHand(name: string): string | undefined {
  const typed = name.trim()
  return /[^ -~]/.test(typed) ? tables?.makeSlug(typed) : slugOf(typed)
}
