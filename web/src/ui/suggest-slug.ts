import { slugOf } from '@mela/contract'

/** The slug for a typed name. The tables for letters beyond ASCII are loaded when a name has one; offline it is ''. */
export async function suggestSlug(name: string): Promise<string> {
  const typed = name.trim()
  if (!/[^ -~]/.test(typed)) return slugOf(typed)
  const loaded = await import('@mela/contract/make-slug').catch(() => undefined)
  return loaded?.makeSlug(typed) ?? ''
}
